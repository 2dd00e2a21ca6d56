/** 7.2 One page, forty calls: the slowest of many decides, and what a second copy saves and costs. */
import type { Checkpoint, Lesson, NumberPrediction, StageState, Step } from "../types.ts";
import {
  EXPERIMENT,
  ANY_LOAD,
  PAGE,
  pageOf,
  COPIES,
  HEDGED,
  BUSY,
  BUSY_COPIES,
  BUSY_BLIND,
  BUSY_LATE,
  ALL_SLOW,
  numbers,
} from "./pages.ts";

const BASE: StageState = {
  experiment: EXPERIMENT,
  set: PAGE,
  moment: "end",
  hero: "timeline",
  figures: ["distribution", "chart"],
  axis: "linear",
  chart: "leaves",
};
const SPREAD: StageState = { ...BASE, hero: "distribution", open: ["chart"] };

const CROWD: StageState = { ...BASE, hero: "crowd", figures: ["crowd", "distribution"] };

const slowPages: NumberPrediction = {
  kind: "number",
  id: "slow-pages",
  question:
    "One leaf in a hundred takes longer than {leafTail}. A page asks forty leaves, and waits for all of them. How " +
    "many pages in a hundred take longer than {leafTail}?",
  unit: "pages",
  min: 0,
  max: 100,
  truth: "pages",
  near: 3,
  beliefs: [
    { says: "A page is as a leaf", gives: "1" },
    { says: "Forty times one in a hundred", gives: "40" },
    { says: "With forty leaves one is nearly always late", gives: "99" },
    { says: "Forty servers share the lateness", gives: "1 / 40" },
    { says: "Either it is late or not", gives: "50" },
  ],
  hit: "Yes, {pages}. Each leaf is quick with a chance of ninety-nine in a hundred, and forty must be quick together.",
  misses: {
    tooHigh: {
      reply:
        "Forty times one in a hundred counts a page with two late leaves twice. Reckon how many pages have no late " +
        "leaf. The stage shows the times of the pages.",
      tags: [],
    },
    tooLow: {
      reply:
        "That is nearly so for one leaf. But the page draws forty tickets in this lottery, and one loser is enough. " +
        "The stage shows the times of the pages.",
      tags: ["M6"],
    },
  },
  observe: { hero: "distribution" },
  second: "The bars show the time that one in a hundred exceeds: of a page with one leaf, and of a page with forty.",
  bars: [
    { label: "One leaf", number: "oneLeaf" },
    { label: "Forty leaves", number: "forty" },
  ],
  third: "It is {pages}. The chance of no late leaf is ninety-nine in a hundred, forty times over.",
  variant: {
    question: "A page with a hundred leaves: how many pages in a hundred have a late leaf?",
    options: [
      { id: "one", text: "One", reply: "That is one leaf. Here a hundred must be quick together.", tags: ["M6"] },
      {
        id: "all",
        text: "Every page",
        reply: "A hundred times one in a hundred is not a certainty: some pages have two late leaves, others none.",
      },
      {
        id: "most",
        text: "About two in three",
        right: true,
        reply: "Yes. Only about a third of the pages have no late leaf.",
      },
    ],
  },
};

const secondCopy: NumberPrediction = {
  kind: "number",
  id: "second-copy",
  question:
    "Of a hundred pages one takes longer than {forty}. Now a second copy goes to another leaf where the first has " +
    "not answered after {delay}. The quicker answer counts. Which time does one page in a hundred exceed?",
  unit: "ms",
  min: 0,
  max: 150,
  truth: "hedged",
  near: 5,
  beliefs: [
    { says: "Two copies halve the time", gives: "forty / 2" },
    { says: "After the second copy it takes one mean time", gives: "delay + leafMean" },
    { says: "A page is now as a leaf was", gives: "leafTail" },
    { says: "The second copy begins from the start", gives: "delay + leafTail" },
    { says: "A second copy changes nothing", gives: "forty" },
  ],
  hit: "Yes, {hedged}. The first {delay} are lost in any case. What comes then is shorter by half.",
  misses: {
    tooHigh: {
      reply:
        "The second copy does not begin alone: the first one works on. The page waits for the quicker of the two. " +
        "The stage shows the times.",
      tags: [],
    },
    tooLow: {
      reply:
        "The first {delay} are lost before the copy leaves. And one of forty leaves may be unlucky two times. The " +
        "stage shows the times.",
      tags: ["M13"],
    },
  },
  observe: { set: HEDGED, hero: "distribution" },
  second: "The bars show the time that one page in a hundred exceeds, without copies and with them.",
  bars: [
    { label: "Without copies", number: "forty" },
    { label: "With copies", number: "hedged" },
  ],
  third: "It is {hedged}, and the price is {copies} more calls.",
  variant: {
    question: "What would a second copy cost that leaves at once, with the first?",
    options: [
      {
        id: "twice",
        text: "Twice the calls",
        right: true,
        reply: "Yes. Late copies are few, and early ones are many.",
      },
      {
        id: "free",
        text: "Nothing: the slower one is thrown away",
        reply: "Thrown away after the work, mostly.",
        tags: ["M13"],
      },
      {
        id: "five",
        text: "A twentieth more, as before",
        reply: "That was the share of leaves that took longer than {delay}.",
      },
    ],
  },
};

const busyCopies: NumberPrediction = {
  kind: "number",
  id: "busy-copies",
  question:
    "At noon {load} come, and the leaves can carry {capacity}. Without copies {all} pages return. Mina now sends the " +
    "second copy after {delay}, and nobody cancels the slower one. How many pages in a hundred return?",
  unit: "%",
  min: 0,
  max: 100,
  truth: "blind",
  near: 14,
  beliefs: [
    { says: "A second copy is free", gives: "100" },
    { says: "Five in a hundred more calls cost as many pages", gives: "100 - copies" },
    { says: "The leaves are nine tenths full, and stay so", gives: "90" },
    { says: "Half of the work is for copies", gives: "50" },
    { says: "Nothing gets through", gives: "0" },
  ],
  hit: "Yes, {blind}. The copies are load, load makes leaves late, and late leaves make copies.",
  misses: {
    tooHigh: {
      reply:
        "At a quiet hour few leaves are late, and few copies leave. At noon the copies fill the queues. A page fails " +
        "when one of its forty leaves refuses it. The stage shows the run.",
      tags: ["M13"],
    },
    tooLow: { reply: "Some pages find short queues at all their leaves. The stage shows the run.", tags: [] },
  },
  observe: { set: BUSY_BLIND },
  second: "The bars show how many pages in a hundred return: without copies, and with copies that nobody cancels.",
  bars: [
    { label: "Without copies", number: "plain" },
    { label: "With copies", number: "blind" },
  ],
  third: "Only {aQuarter} of the pages return. The work for nobody is {blindWaste}.",
  variant: {
    question: "Would the same copies harm at a third of this load?",
    options: [
      {
        id: "little",
        text: "No: few leaves are late then",
        right: true,
        reply: "Yes. Whether a copy helps is a question of the load.",
      },
      { id: "same", text: "Just as much", reply: "Then a free worker takes each copy, and no queue grows." },
      { id: "more", text: "More: there are fewer pages to pay for them", reply: "There are fewer copies as well." },
    ],
  },
};

const copiesThatPay: Checkpoint = {
  id: "copies-that-pay",
  question: "Find a delay for the second copy that pays. Then find the load up to which it pays.",
  parts: [
    {
      id: "delay",
      title: "Few copies, and a quick page in ninety-nine of a hundred",
      experiment: EXPERIMENT,
      set: { ...ANY_LOAD, loadPerS: 60, seconds: 10, cancel: "on" },
      free: ["hedgeMs"],
      within: { hedgeMs: [0, 200] },
      seeds: [1, 2, 3],
      conditions: [
        {
          experiment: EXPERIMENT,
          measure: "p99Ms",
          test: "at most",
          bound: 69,
          says: "the time that one page in a hundred exceeds",
        },
        {
          experiment: EXPERIMENT,
          measure: "attemptsPerCall",
          test: "at most",
          bound: 1.06,
          says: "attempts, for each call that the pages need",
        },
      ],
      near: [
        { set: { hedgeMs: 30 }, reply: "It is close. The leaves are a little busier here: a few copies too many." },
        { set: { hedgeMs: 20 }, reply: "One leaf in seven takes longer than that. These are too many copies." },
        { set: { hedgeMs: 10 }, reply: "More than a third of the leaves take longer than their mean." },
        { set: { hedgeMs: 0 }, reply: "That sends no copies at all." },
      ],
      solution: { hedgeMs: 34 },
      fails: [{ hedgeMs: 0 }, { hedgeMs: 10 }, { hedgeMs: 30 }, { hedgeMs: 45 }, { hedgeMs: 60 }],
    },
    {
      id: "load",
      title: "The largest load at which copies still make the mean page quicker",
      experiment: EXPERIMENT,
      set: { ...ANY_LOAD, ...COPIES, seconds: 5 },
      free: ["loadPerS"],
      within: { loadPerS: [20, 200] },
      begin: { loadPerS: 60 },
      seeds: [1, 2, 3],
      conditions: [
        {
          experiment: EXPERIMENT,
          measure: "meanMs",
          test: "below",
          bound: 1,
          over: { hedgeMs: 0 },
          as: "as long as without copies",
          says: "the mean time of a page",
        },
      ],
      neighbour: { param: "loadPerS", by: 10 },
      near: [
        { set: { loadPerS: 160 }, reply: "In one of the three runs the copies have begun to harm." },
        { set: { loadPerS: 180 }, reply: "That is the load of the last step: the copies harm." },
        { set: { loadPerS: 100 }, reply: "They help here. But they do so at a higher load as well." },
      ],
      solution: { loadPerS: 150 },
      fails: [{ loadPerS: 60 }, { loadPerS: 100 }, { loadPerS: 160 }, { loadPerS: 180 }],
    },
  ],
  hints: [
    "Which time does a leaf exceed five times in a hundred? A copy that leaves then costs five in a hundred more " +
      "calls.",
    "Compare the runs with and without copies, ten pages a second apart.",
  ],
  solution:
    "Copies after thirty-four milliseconds cost four calls in a hundred. They help up to three quarters of what the " +
    "leaves can carry. Beyond that they are the load.",
  variant: {
    question: "A library offers to send a second copy after the median time of a leaf. What do you say?",
    options: [
      {
        id: "half",
        text: "Too early: half of all calls would be sent twice",
        right: true,
        reply: "Yes. The median is the time that half of them exceed.",
      },
      {
        id: "good",
        text: "Good: the page gets quicker",
        reply: "At a quiet hour it does. The copies then fill the leaves.",
        tags: ["M13"],
      },
      { id: "late", text: "Too late to help", reply: "It helps much, and costs much." },
    ],
  },
};

const steps: readonly Step[] = [
  {
    id: "forty",
    gist: "Forty calls",
    action: "Find the leaf that the page waits for.",
    stage: BASE,
    cover: { until: "slow-pages", figures: ["distribution", "chart"] },
  },
  {
    id: "predict-pages",
    gist: "How many are late?",
    action: "Enter a number, then commit.",
    stage: BASE,
    cover: { until: "slow-pages", figures: ["distribution", "chart"] },
    predict: slowPages,
  },
  {
    id: "lottery",
    gist: "More tickets",
    action: "Let the page ask one leaf, then ten, forty and a hundred. Watch its times.",
    stage: SPREAD,
    tries: [
      { id: "one", label: "One leaf", stage: { set: pageOf(1) } },
      { id: "ten", label: "Ten", stage: { set: pageOf(10) } },
      { id: "forty", label: "Forty", stage: {} },
      { id: "hundred", label: "A hundred", stage: { set: pageOf(100) } },
    ],
  },
  {
    id: "predict-copy",
    gist: "A second copy",
    action: "Enter a time, then commit.",
    stage: SPREAD,
    predict: secondCopy,
  },
  {
    id: "predict-busy",
    gist: "At noon",
    action: "Enter a share, then commit.",
    stage: { ...CROWD, set: BUSY },
    predict: busyCopies,
  },
  {
    id: "harm",
    gist: "Three ways to copy",
    action: "Compare the three ways at the same load, and pick your sentence.",
    stage: { ...CROWD, set: BUSY_COPIES },
    tries: [
      { id: "none", label: "No copies", stage: { set: BUSY } },
      { id: "cancelled", label: "Copies that are cancelled", stage: {} },
      { id: "late", label: "Copies after a longer wait", stage: { set: BUSY_LATE } },
    ],
    explain: {
      id: "why-harm",
      prompt: "The same copies help at a quiet hour, and harm at noon. Why?",
      picks: [
        {
          id: "circle",
          text: "A copy is work for a leaf, and makes other calls late. So more copies leave.",
          right: true,
          reply: "Yes. It is a circle, and it closes when the leaves are nearly full.",
        },
        {
          id: "network",
          text: "The copies fill the network.",
          reply: "A message takes a quarter of a millisecond here, at any load.",
          tags: ["M1"],
        },
        {
          id: "cancel",
          text: "Cancelling the slower copy costs too much.",
          reply: "The run without cancels is far worse. A cancel takes a copy out of a queue before it is served.",
        },
      ],
      ours:
        "A copy helps where another leaf is free. At noon no leaf is free for long, and each copy only makes a queue " +
        "longer. Then nearly all calls are late, and each late one brings a copy.",
    },
  },
  {
    id: "check",
    gist: "Prove it",
    action: "Set the delay, and then the load. Submit both.",
    stage: { ...SPREAD, set: { ...ANY_LOAD, loadPerS: 60, seconds: 10, cancel: "on" } },
    checkpoint: copiesThatPay,
  },
  {
    id: "honest",
    gist: "What does not fit",
    action: "Make all leaves slow at the same time, with copies and without. Then write your answer.",
    stage: { ...SPREAD, set: ALL_SLOW },
    tries: [
      { id: "plain", label: "Without copies", stage: {} },
      { id: "copies", label: "With copies", stage: { set: { ...ALL_SLOW, ...COPIES } } },
    ],
    transfer: {
      question: "A database offers to send each read to a second replica as well. Which three questions do you ask?",
      answer:
        "May a read run twice without harm? Which share of the reads is sent twice, at the busiest hour too? And who " +
        "cancels the slower one, before it is served? Without an answer to the last two a busy hour turns into a " +
        "storm.",
    },
  },
];

export const lesson: Lesson = {
  slug: "forty-calls",
  part: "today",
  place: 2,
  title: "One page, forty calls",
  question: "Every service is fast. Why is the page slow?",
  minutes: 12,
  buildsOn: ["quitting-early"],
  paper: null,
  can: [
    "reckon how often the slowest of many is late",
    "say what a second copy saves, and what it costs",
    "tell the load from which copies do harm",
  ],
  general: {
    "all leaves are ten times as slow": "What the disturbance does.",
    "One page in a hundred takes longer than": "The meaning of the 99th percentile",
    "as the first": "The first copy",
    "The first": "The wait before the second copy",
    "took longer than": "Arithmetic of the spread",
    "for nobody": "The measure is called so",
  },
  numbers,
  steps,
};
