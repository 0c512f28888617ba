"""A program that answers as KataGo's analysis engine does; it likes the middle of the board.

It notes each position that it is asked for in the file of its first argument. `die` as the second
lets it end after so many positions as the third says, `refuse` lets it refuse games of so many
moves.
"""

import json
import sys


def main() -> None:
    """Answers."""
    asked, how, number = sys.argv[1], sys.argv[2:3], int((sys.argv[3:] or "0")[0])
    n = 0
    for line in sys.stdin:
        query = json.loads(line)
        size, name = query["boardXSize"], query["id"]
        print(json.dumps({"id": name, "warning": "unused", "field": "x"}), flush=True)
        if how == ["refuse"] and len(query["moves"]) == number:
            print(json.dumps({"id": name, "error": "Illegal move 3: B A1"}), flush=True)
            continue
        for turn in reversed(query.get("analyzeTurns", [len(query["moves"])])):
            if how == ["die"] and n == number:
                sys.exit("out of memory")
            n += 1
            with open(asked, "a", encoding="utf-8") as file:
                file.write(f"{len(query['moves'])} {turn}\n")
            policy = [0.0] * (size**2 + 1)
            policy[0], policy[1], policy[size**2 // 2], policy[-1] = 0.02, -1.0, 0.9, 0.002
            middle = {"order": 0, "move": "E5", "visits": query["maxVisits"] - 3}
            infos = [
                {"order": 1, "move": "pass", "visits": 2, "scoreLead": -9.0, "prior": 0.002},
                {**middle, "scoreLead": 1.26, "prior": 0.9},
            ]
            answer = {
                "id": name,
                "turnNumber": turn,
                "rootInfo": {"winrate": 0.254, "scoreLead": -query["komi"]},
                "moveInfos": infos,
                "policy": policy,
                "ownership": [1.0] * size + [-1.0] * (size**2 - 2 * size) + [0.0] * size,
            }
            print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
