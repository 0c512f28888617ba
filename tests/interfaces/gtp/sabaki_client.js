// Attaches an engine as Sabaki does, with Sabaki's own module, and says in JSON what came of it:
// a whole game by genmove_analyze, then an analysis that a move interrupts.
//
// node sabaki_client.js FOLDER-OF-@sabaki/gtp ENGINE ARGUMENT ...

const [folder, path, ...args] = process.argv.slice(2)
const {Controller, ControllerStateTracker} = require(folder)

const SIZE = 9
const MOST_MOVES = 300
const LINES_BEFORE_THE_MOVE = 3

async function playGame(controller) {
  const moves = []
  const lines = []
  while (moves.length < MOST_MOVES) {
    const color = moves.length % 2 === 0 ? 'B' : 'W'
    let move = null
    let info = null
    await controller.sendCommand({name: 'genmove_analyze', args: [color, '10']}, ({line}) => {
      if (line.startsWith('info ')) info = line
      if (line.startsWith('play ')) move = line.slice('play '.length).trim()
    })
    moves.push(move)
    lines.push(info)
    if (move === 'resign') break
    if (moves.slice(-2).join() === 'pass,pass') break
  }
  return {moves, lines}
}

async function analyseUntilAMove(controller) {
  const order = []
  const lines = []
  let goOn = null
  const enough = new Promise((resolve) => (goOn = resolve))
  const analysis = controller
    .sendCommand({name: 'analyze', args: ['B', '5']}, ({line}) => {
      if (line.startsWith('info ')) lines.push(line)
      if (lines.length === LINES_BEFORE_THE_MOVE) goOn()
    })
    .then((response) => order.push(['analyze', !response.error]))
  await enough
  controller.process.stdin.write('\n') // Sabaki ends an analysis by an empty line
  const play = controller
    .sendCommand({name: 'play', args: ['B', 'E5']})
    .then((response) => order.push(['play', !response.error]))
  await Promise.all([analysis, play])
  return {order, lines}
}

async function main() {
  const controller = new Controller(path, args)
  const tracker = new ControllerStateTracker(controller)
  controller.start()
  const commands = (await controller.sendCommand({name: 'list_commands'})).content.split('\n')
  await tracker.sync({boardsize: [SIZE, SIZE], komi: 7, history: []})
  const game = await playGame(controller)
  const score = (await controller.sendCommand({name: 'final_score'})).content
  await tracker.sync({boardsize: [SIZE, SIZE], komi: 7, history: []})
  const analysis = await analyseUntilAMove(controller)
  const stones = (await controller.sendCommand({name: 'list_stones', args: ['black']})).content
  await controller.stop()
  console.log(JSON.stringify({commands, game, score, analysis, stones}))
}

main().catch((error) => {
  console.error(error)
  process.exit(1)
})
