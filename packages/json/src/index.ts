export { type JsonBounds, type JsonFault, type JsonOptions, JsonReader, type JsonReading, readJson, UNBOUNDED } from './reader.js';
