import type { Characters, TextForm } from '@kirchhoff/coherence';
import type { Runtime } from './runtime/runtime.js';

/** Returns a JavaScript regular expression for the texts over these characters, which never include surrogates. */
export function patternOf(characters: Characters): string {
  const ranges: string[] = [];
  for (let i = 0; i < characters.length; i += 2) {
    const [lo, hi] = [Number(characters[i]), Number(characters[i + 1])];
    if (lo < 0xd800 && hi > 0xdfff) ranges.push(range(lo, 0xd7ff), range(0xe000, hi));
    else ranges.push(range(lo, hi));
  }
  return `/^[${ranges.join('')}]*$/u`;
}

function range(lo: number, hi: number): string {
  return `\\u{${lo.toString(16)}}-\\u{${hi.toString(16)}}`;
}

const TESTS = { hostname: 'isHostname', ipv4: 'isIpv4', ipv6: 'isIpv6', path: 'isPath' } as const satisfies Record<TextForm, string>;

/** Returns the name of the function that tests a text for a form. */
export function testOf(form: TextForm, runtime: Runtime): string {
  return runtime.use(TESTS[form]);
}
