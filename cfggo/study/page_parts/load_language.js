"use strict";

/* Gets the messages of the page's language before anything is shown, in one request to this machine. */

const CATALOGUES = {};

if (language !== "en") {
  document.documentElement.dataset.waits = "";  // until language.js has translated the page
  const request = new XMLHttpRequest();
  request.open("GET", `catalogue-${language}.json`, false);
  try {
    request.send();
    if (request.status === 200) CATALOGUES[language] = JSON.parse(request.responseText);
  } catch {
    // the server has ended: the page stays English
  }
}
