// npm run drills [arguments for jest…]: runs the drills, two at a time, since most of them wait. Prints a closing line with the numbers.
import { say } from '../local/src/progress.mjs';
import { runJest } from '../local/src/testing/jest.mjs';

// A step waits for a state, for at most two minutes.
const LIMIT = '--testTimeout=180000';
const { succeeded, passed, failed, skipped } = await runJest(['--maxWorkers=2', LIMIT, ...process.argv.slice(2)], { DRILLS: '1' });
const failures = succeeded ? failed : Math.max(failed, 1);
say(`\n${passed} passed, ${failures} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exitCode = failures === 0 ? 0 : 1;
