import { preferredMediaType } from './media-type.js';

const JSON_OR_SVG = ['application/json', 'image/svg+xml'] as const;

it.each([
  [undefined, 'application/json'],
  ['', 'application/json'],
  ['*/*', 'application/json'],
  ['image/svg+xml', 'image/svg+xml'],
  ['image/*', 'image/svg+xml'],
  ['application/json, image/svg+xml', 'application/json'],
  ['application/json;q=0.5, image/svg+xml', 'image/svg+xml'],
  ['application/json;q=0, */*', 'image/svg+xml'],
  ['IMAGE/SVG+XML', 'image/svg+xml'],
  ['image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8', 'image/svg+xml'],
  ['text/html', 'application/json'],
  ['not a media type at all ;;; q=,', 'application/json'],
])('of JSON and SVG, Accept: %s prefers %s', (accept, expected) => {
  expect(preferredMediaType(accept, JSON_OR_SVG)).toBe(expected);
});

it('goes by our order where the field does not care', () => {
  expect(preferredMediaType('*/*', ['image/svg+xml', 'application/json'])).toBe('image/svg+xml');
});
