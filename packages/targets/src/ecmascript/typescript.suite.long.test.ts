import { describeTargetLong } from '../testing/suite.js';
import { TYPESCRIPT } from '../testing/typescript-toolchain.js';

/** Words with a meaning in TypeScript or in the emitted code; and names of its types. */
const WORDS = [
  ...'abstract any arguments as asserts async await bigint boolean break case catch class const constructor continue'.split(' '),
  ...'debugger declare default delete do else enum eval export extends false finally for from function get global if'.split(' '),
  ...'implements import in infer inputs instanceof interface is keyof let module namespace never new null number'.split(' '),
  ...'object of out override package private protected public readonly require return satisfies set static string'.split(' '),
  ...'super switch symbol this throw true try type typeof undefined unique unknown using var void while with yield'.split(' '),
  ...'circuit line main process crypto then record reader steps integer value verdict decision out item list option'.split(' '),
];

describeTargetLong(TYPESCRIPT, WORDS);
