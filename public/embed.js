/* The page around a lesson: it opens the lesson in a frame, sends commands, and lists the messages that come back. */
(function () {
  "use strict";
  var frame = document.getElementById("lesson");
  var log = document.getElementById("log");
  var standing = document.getElementById("standing");
  var form = document.getElementById("commands");
  // embed.html?lesson=…&site=https://… shows another lesson, or that of another site.
  var asked = new URLSearchParams(window.location.search);
  var site = new URL(asked.get("site") || "./", document.baseURI);
  var lesson = asked.get("lesson") || "more-threads";
  // `parent` names this page’s origin: from no other page does the lesson take commands.
  var query = new URLSearchParams({ embed: "lesson", parent: window.location.origin });
  if (asked.has("sandbox")) frame.setAttribute("sandbox", asked.get("sandbox"));
  frame.src = site.href + "#/lesson/" + encodeURIComponent(lesson) + "?" + query.toString();

  window.addEventListener("message", function (event) {
    if (event.source !== frame.contentWindow) return; // from another window
    // A frame whose sandbox gives it no origin says "null".
    if (event.origin !== site.origin && event.origin !== "null") return;
    var said = event.data;
    if (!said || said.roundtrip !== 1) return; // from another version
    if (said.type === "height" && window.matchMedia("(max-width: 720px)").matches) frame.height = said.px;
    if (said.type === "score") {
      standing.textContent =
        said.answered + " of " + said.questions + " questions answered; score " + Math.round(said.score * 100) + " %.";
    }
    if (said.type === "done") standing.textContent += said.passed ? " The lesson is passed." : " The lesson is done.";
    var line = document.createElement("li");
    line.textContent = JSON.stringify(said); // as text: nothing of it is markup
    log.prepend(line);
    while (log.childElementCount > 200) log.lastElementChild.remove();
  });

  function commandOf(type) {
    if (type === "go") return { step: Number(form.elements.step.value) };
    var words = (type === "set" ? form.elements.parameters : form.elements.parts).value.split(/[\s,]+/).filter(Boolean);
    if (type === "lock") return { parts: words };
    var pairs = words.map(function (word) {
      var at = word.indexOf("=");
      return [word.slice(0, at), word.slice(at + 1)];
    });
    return { parameters: Object.fromEntries(pairs) };
  }
  form.addEventListener("submit", function (event) {
    event.preventDefault();
    var type = event.submitter ? event.submitter.value : "go";
    // Where the frame has no origin, no other target than "*" reaches it; commands hold nothing secret.
    var message = Object.assign({ roundtrip: 1, type: type }, commandOf(type));
    frame.contentWindow.postMessage(message, frame.hasAttribute("sandbox") ? "*" : site.origin);
  });
})();
