"use strict";

/* Asks for the code that lets a device in; one that follows the address is sent at once. */

const field = document.getElementById("code");

async function join() {
  let error = "";
  try {
    const headers = { "Content-Type": "application/json" };
    const body = JSON.stringify({ code: field.value });
    const response = await fetch("join", { method: "POST", headers, body });
    if (response.ok) return void location.replace("/");
    error = JSON.parse(await response.text(), revive).error;
  } catch {
    error = t("cfggo does not answer");
  }
  document.getElementById("error").textContent = error;
  field.select();
}

document.getElementById("join").addEventListener("submit", (event) => {
  event.preventDefault();
  join();
});

if (location.hash.length > 1) {
  field.value = decodeURIComponent(location.hash.slice(1));
  history.replaceState(null, "", "/");  // it is good once
  join();
}
