import { JAVASCRIPT, TYPESCRIPT } from '../testing/ecmascript-toolchain.js';
import { describeTargetLong } from '../testing/suite.js';

/**
 * Words with a meaning in JavaScript, in its module loader, in Node, or in the emitted code; and ordinary words for comparison.
 */
const WORDS = [
  ...'arguments as async await break case catch class const continue debugger default delete do double'.split(' '),
  ...'else enum eval export extends false finally for from function get if implements import in instanceof int'.split(' '),
  ...'interface let meta new null of package private protected public return set static super switch'.split(' '),
  ...'this throw true try typeof undefined var void while with yield'.split(' '),
  ...'constructor prototype then catch finally length name caller apply call has_own_property to_string value_of'.split(' '),
  ...'global global_this process require module exports console crypto queue_microtask'.split(' '),
  ...'inputs line item list record option value port path read result element part tags answer fault error some none'.split(' '),
  ...'con prn aux nul com1 lpt9 main circuit index package_json a_2 then_2 default_2'.split(' '),
];

/** Further words with a meaning in TypeScript, and names of types in the emitted code. */
const TYPE_WORDS = [
  ...'abstract any arguments as asserts async await bigint boolean break case catch class const constructor continue'.split(' '),
  ...'debugger declare default delete do else enum eval export extends false finally for from function get global if'.split(' '),
  ...'implements import in infer inputs instanceof interface is keyof let module namespace never new null number'.split(' '),
  ...'object of out override package private protected public readonly require return satisfies set static string'.split(' '),
  ...'super switch symbol this throw true try type typeof undefined unique unknown using var void while with yield'.split(' '),
  ...'circuit line main process crypto then record reader steps integer value verdict decision out item list option'.split(' '),
];

describeTargetLong(JAVASCRIPT, WORDS);
describeTargetLong(TYPESCRIPT, [...WORDS, ...TYPE_WORDS]);
