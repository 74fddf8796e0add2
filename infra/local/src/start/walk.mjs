import { repository } from '../paths.mjs';

/**
 * A first walk through both addresses, to be pasted into a shell. It needs curl, and Node to make and read JSON.
 * @param {{ registry: string, compiler: string }} addresses
 * @returns {string}
 */
export const walk = ({ registry, compiler }) => `
# A first walk: paste it into another terminal, whole or line by line.
cd ${quoted(repository)}; REGISTRY=${registry}; COMPILER=${compiler}
pick() { node -pe "JSON.parse(require('fs').readFileSync(0, 'utf8')).$1"; }
program() { node -pe 'JSON.stringify({ source: require("fs").readFileSync(process.argv[1], "utf8"), ...JSON.parse(process.argv[2]) })' "$@"; }
send() { curl -sS -w '\\n' -X POST -H "authorization: Bearer $KEY" -H 'content-type: application/json' "$@"; }

# An account; its key is shown this once.
KEY=$(curl -sS "$REGISTRY/v1/auth/register" -H 'content-type: application/json' -d '{"email":"you@example.com","name":"You"}' | pick api_key); echo "$KEY"

# Publish a circuit, have it proven, have the proof checked, see its badge.
CIRCUIT=$(program examples/card_fee.kir '{"name":"card_fee"}' | send "$REGISTRY/v1/circuits" --data-binary @- | pick pid)
send "$REGISTRY/v1/circuits/$CIRCUIT/certify"
send "$REGISTRY/v1/circuits/$CIRCUIT/verify"
echo "in a browser: $REGISTRY/v1/circuits/$CIRCUIT/badge"

# Compile it to JavaScript and run that: 2.5 % of 100.00.
JAVASCRIPT=$(mktemp); program examples/card_fee.kir '{"target":"js"}' | send "$COMPILER/v1/compile" --data-binary @- | pick compiled > "$JAVASCRIPT"
node -p "require('$JAVASCRIPT').card_fee({ amount: 10000, region: 'us' })"

# May this action happen? One that may, and one that may not.
POLICY=$(program examples/gateway.kir '{"name":"gateway"}' | send "$COMPILER/v1/policies" --data-binary @- | pick policy_id)
send "$COMPILER/v1/policy/check" -d '{"policy_id":"'$POLICY'","action":{"category":"net.connect","params":{"host":"shop.example.com","port":443}}}'
send "$COMPILER/v1/policy/check" -d '{"policy_id":"'$POLICY'","action":{"category":"net.connect","params":{"host":"169.254.169.254","port":80}}}'

# A circuit that is open: which line, what was needed, and an input that breaks it.
OPEN=$(program examples/open_divide.kir '{"name":"open_divide"}' | send "$REGISTRY/v1/circuits" --data-binary @- | pick pid)
send "$REGISTRY/v1/circuits/$OPEN/certify"
`;

/**
 * Returns a text with the tier of new accounts, and the command that raises it.
 * @param {NodeJS.ProcessEnv} environment
 * @returns {string}
 */
export const accountsNote = ({ DEFAULT_TIER }) =>
  DEFAULT_TIER === 'pro'
    ? '# New accounts are Pro: without limits by the day.'
    : `# New accounts are Free: 10 certifications and 50 verifications a day. To raise one, and to have all new ones Pro:
#   npm run operator -- set-tier --account you@example.com --tier pro
#   DEFAULT_TIER=pro npm start`;

/** @param {string} text */
const quoted = (text) => (/^[\w/.-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);
