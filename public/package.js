/* In a package for learning platforms: says which place its page opens, before the page reads its address. */
(function () {
  "use strict";
  var given = document.currentScript.dataset;
  window.roundtripPackage = { kind: given.kind, launch: window.location.search };
  // A link of the lesson that was opened beside it says its place itself.
  var place = window.location.hash.length > 2 ? window.location.hash : given.place;
  // What a platform writes behind "?" is no part of the place.
  window.history.replaceState(window.history.state, "", window.location.pathname + place);
})();
