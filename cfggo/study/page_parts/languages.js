"use strict";

const CATALOGUES = {
"de": {

},
"es": {

},
"fr": {

},
"ru": {

},
"zh-Hans": {

},
"zh-Hant": {

},
"ja": {

},
"ko": {

}
};
