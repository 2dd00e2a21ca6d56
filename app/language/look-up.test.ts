import { beforeAll, describe, expect, it, vi } from "vitest";
import { compiled } from "./compile.ts";
import { filled, valuesIn } from "./message.ts";
import { addOfLesson, addTexts, isEnglish, speak, translated, translatedParts } from "./look-up.ts";

const CATALOGUE = {
  Next: "Weiter",
  Run: "Lauf",
  "button|Run": "Laufen lassen",
  "Caller threads": "Threads des Aufrufers",
  "{0} of {1}": "{0} von {1}",
  "Measured numbers come from {0}.": "Gemessene Zahlen stammen aus {0}.",
  "{0}, lesson {1} of {2}": "Lektion {1} von {2}: {0}",
  "{0} lost packets": "{0, plural, one {# verlorenes Paket} other {# verlorene Pakete}}",
  "The server stub on {machine} takes the arguments out.": "{machine}: Der Stub nimmt die Argumente heraus.",
  "the caller": "Aufrufer",
  "{0} of the paper {1} One run:": "{1} {0} der Arbeit, ein Lauf:",
  "{0} of the paper {1}. One run:": "{1}, {0} der Arbeit. Ein Lauf:",
};

describe("a text of a translated page", () => {
  beforeAll(() => {
    vi.resetModules(); // this file has a process of its own: the page of other tests stays English
    speak("de-DE");
    addTexts(compiled(CATALOGUE));
  });

  it("is found whole, in its element first, and keeps the blanks around it", () => {
    expect(translated("Next")).toBe("Weiter");
    expect(translated(" Next ")).toBe(" Weiter ");
    expect([translated("Run"), translated("Run", "button")]).toEqual(["Lauf", "Laufen lassen"]);
  });

  it("is found as the text that has more of its signs, where two have the same words", () => {
    expect(translated("5 of the paper Run. One run:")).toBe("Lauf, 5 der Arbeit. Ein Lauf:");
  });

  it("is found behind the number of a lesson", () => {
    expect(translated("1.2 Caller threads")).toBe("1.2 Threads des Aufrufers");
  });

  it("stays as it is where nobody has translated it", () => {
    expect(translated("A new sentence of today.")).toBe("A new sentence of today.");
    expect(isEnglish("A new sentence of the day.")).toBe(true);
    expect(isEnglish("Ein neuer Satz.")).toBe(false);
  });

  it("takes values over, and looks them up by themselves", () => {
    expect(translated("Cedar, lesson 1 of 27")).toBe("Lektion 1 von 27: Cedar");
    expect(translated("The server stub on the caller takes the arguments out.")).toBe(
      "Aufrufer: Der Stub nimmt die Argumente heraus.",
    );
  });

  it("with few letters takes numbers alone as its values", () => {
    expect([translated("1 of 7"), translated("Time of a call")]).toEqual(["1 von 7", "Time of a call"]);
  });

  it("takes no value that says what the pattern says: that is a list of such things", () => {
    addTexts(compiled({ "result of call {0}": "Ergebnis von Aufruf {0}" }));
    expect(translated("result of call 1, result of call 2")).toBe("Ergebnis von Aufruf 1, Ergebnis von Aufruf 2");
  });

  it("leaves lines of faults and formulas whole", () => {
    addTexts(compiled({ "{0} at {1}": "um {1} {0}", "{0} load": "Last {0}" }));
    expect(translated("Caller threads, crash server at 1ms")).toBe("Threads des Aufrufers, crash server at 1ms");
    expect(translated("attempts × load")).toBe("attempts × load");
  });

  it("takes a machine that is named like a fault, and no part of a formula", () => {
    addTexts(compiled({ "slow one of {0}": "langsamer von {0}", "{0} results": "{0} Ergebnisse" }));
    expect(translated("slow one of callee1")).toBe("langsamer von callee1");
    expect(translated("时间: crossings × results")).toBe("时间：crossings × results");
  });

  it("prefers a pattern whose values are found to one with more letters", () => {
    addTexts(compiled({ "{0} over {1}": "{0} nach {1}", "{0} calls a second": "{0} Aufrufe je Sekunde" }));
    addTexts(compiled({ Latency: "Dauer", "calls a second": "Aufrufe je Sekunde" }));
    expect(translated("Latency over calls a second")).toBe("Dauer nach Aufrufe je Sekunde");
  });

  it("is a sentence where more of its words are found with its full stop than without it", () => {
    addTexts(compiled({ "At each point {0}": "Je Punkt {0}" }));
    addTexts(compiled({ "At each point {0}, nothing random: one run.": "Je Punkt {0}, nichts zufällig." }));
    expect(translated("At each point neue Größe, nothing random: one run.")).toBe(
      "Je Punkt neue Größe, nichts zufällig.",
    );
  });

  it("keeps names with their amounts in a list", () => {
    addTexts(compiled({ "{0} processors": "{0} Prozessoren" }));
    expect(translated("Cedar 1.1 ms, Firefly (5 processors) 2.7 ms")).toBe(
      "Cedar 1.1 ms, Firefly (5 Prozessoren) 2.7 ms",
    );
  });

  it("takes what is quoted, and what a lesson has said in this language", () => {
    addTexts(compiled({ "got {0}, want {1}": "{0} statt {1}", "only in {0}": "nur in {0}" }));
    expect(translated('got "IN", want ","')).toBe('"IN" statt ","');
    expect(translated("only in Nichts verloren")).toBe("only in Nichts verloren");
    addOfLesson(["Nichts verloren"]);
    expect(translated("only in Nichts verloren")).toBe("nur in Nichts verloren");
  });

  it("with few letters takes words that are found, where words of its own begin or end it", () => {
    addTexts(compiled({ "Pull: {0}": "Ziehen: {0}", "Copy {0}": "Kopie {0}", "Table {0}": "Tabelle {0}" }));
    expect(translated("Copy caller threads")).toBe("Kopie Threads des Aufrufers");
    expect(translated("Copy something new")).toBe("Copy something new");
    expect(translated("Caller threads of the caller")).toBe("Caller threads of the caller");
    expect(translated("Table IX")).toBe("Tabelle IX");
    expect(translated("Pull: something new")).toBe("Ziehen: something new");
  });

  it("is found in a list of things and of sentences, of which some stand together in the catalogue", () => {
    addTexts(
      compiled({ "Array, each way": "Feld, je Richtung", "It waits. Nobody knows.": "Es wartet, unbekannt warum." }),
    );
    expect(translated("array, each way 5; caller threads 3: next")).toBe(
      "Feld, je Richtung 5; Threads des Aufrufers 3: Weiter",
    );
    expect(translated("Next. It waits. Nobody knows.")).toBe("Weiter. Es wartet, unbekannt warum.");
  });

  it("is found between elements that are no part of it", () => {
    expect(translatedParts([{}, "Next. Caller threads. ", {}], null)?.slice(1, 2)).toEqual([
      "Weiter. Threads des Aufrufers. ",
    ]);
  });

  it("has the plural of its language, as its number asks for it", () => {
    expect([translated("1 lost packets"), translated("1,097 lost packets")]).toEqual([
      "1 verlorenes Paket",
      "1,097 verlorene Pakete",
    ]);
  });

  it("is found without its capital letter, with a full stop, and sentence by sentence", () => {
    expect(translated("caller threads")).toBe("Threads des Aufrufers");
    expect(translated("Caller threads. Something else.")).toBe("Threads des Aufrufers. Something else.");
  });

  it("with a number and a word takes no sentence that ends with the word, and with one sentence not two", () => {
    addTexts(
      compiled({
        "{0} machines": "{0} Rechner",
        "Move it over {0}.": "Bewegt es über {0}.",
        "Enter shows it.": "Die Eingabetaste zeigt es.",
      }),
    );
    expect(translated("12 machines")).toBe("12 Rechner");
    expect(translated("Look inside the machines")).toBe("Look inside the machines");
    expect(translated("Move it over the row. Enter shows it.")).toBe(
      "Bewegt es über the row. Die Eingabetaste zeigt es.",
    );
    expect(translated("Enter shows it")).toBe("Die Eingabetaste zeigt es");
  });

  it("may move what stands between its words", () => {
    const link = { href: "#/papers" };
    expect(translatedParts(["Measured numbers come from ", link, "."], "p")).toEqual([
      "Gemessene Zahlen stammen aus ",
      link,
      ".",
    ]);
    expect(translatedParts([link, ", lesson ", "1", " of ", "27"], null)).toEqual(["Lektion 1 von 27: ", link]);
    expect(translatedParts(["no such words ", link], "p")).toBeNull();
  });

  it("leaves a value as it is written where its translation asks for that", () => {
    addTexts(compiled({ "axis = {0} is no axis: it is {1}.": "axis = {0} ist keine Achse; es gibt {1, as written}." }));
    expect(translated('axis = "x" is no axis: it is next, run.')).toBe(
      'axis = "x" ist keine Achse; es gibt next, run.',
    );
  });

  it("is found between marks of its own where that cuts it at better places", () => {
    addTexts(compiled({ "Rows {0}: {1}": "Zeilen {0}: {1}", "One is fitted. Another waits.": "Eines ist angepasst." }));
    expect(translated("Rows 1, 2: One is fitted. Another waits.")).toBe("Zeilen 1, 2: Eines ist angepasst.");
    expect(translatedParts([{}, ": One is fitted. Another waits."], null)?.slice(1)).toEqual([
      ": Eines ist angepasst.",
    ]);
  });

  it("loses the capital letter of a label in a sentence, but in German", () => {
    speak("fr-FR");
    addTexts(compiled({ "Load by other hosts": "Charge par d’autres machines", "UDP checksum": "UDP, somme" }));
    expect(translated("load by other hosts")).toBe("charge par d’autres machines");
    expect(translated("UDP checksum")).toBe("UDP, somme");
  });
});

describe("a message", () => {
  const german = new Intl.PluralRules("de");

  it("names its values, those of its plurals too", () => {
    expect(valuesIn("{0}: {1, plural, one {# Aufruf an {2}} other {# Aufrufe an {2}}}")).toEqual(["0", "1", "2"]);
  });

  it("with a brace that is not closed, or a plural without its last form, says so", () => {
    expect(() => filled("Aufruf {0", { 0: "1" }, german)).toThrow("has a brace that is not closed");
    expect(() => filled("{0, plural, one {# Aufruf}}", { 0: "2" }, german)).toThrow('has no form "other"');
  });
});
