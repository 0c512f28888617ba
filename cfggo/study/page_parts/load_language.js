"use strict";

/* Loads the messages of the page's language before the scripts that need them; until these have
   translated it nothing is shown. */

if (language !== "en") {
  document.documentElement.dataset.waits = "";
  document.write(`<script src="catalogue-${language}.js" defer></script>`);
}
