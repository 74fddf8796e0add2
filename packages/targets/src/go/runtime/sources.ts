import type { PieceSource } from './piece.js';

/** The entropy sources. They ask an interface, which a caller may implement. */
export const SOURCE_PIECES = {
  askNow: {
    uses: ['DomainError'],
    code: `
// askNow returns the milliseconds since 1970.
func askNow(host Host) (int64, error) {
	value := host.Now()
	if value < 0 || value > 253402300799999 {
		return 0, &DomainError{Message: "the clock is outside the years 1970 to 9999"}
	}
	return value, nil
}
`,
  },
  askRandom: {
    uses: ['DomainError'],
    code: `
func askRandom(host Host, lo, hi int64) (int64, error) {
	value := host.Random(lo, hi)
	if value < lo || value > hi {
		return 0, &DomainError{Message: "the random integer is outside its range"}
	}
	return value, nil
}
`,
  },
  askUUID: {
    uses: ['DomainError'],
    code: `
func askUUID(host Host) (string, error) {
	value := host.UUID()
	valid := len(value) == 36
	for i := 0; valid && i < len(value); i++ {
		switch i {
		case 8, 13, 18, 23:
			valid = value[i] == '-'
		case 14:
			valid = value[i] == '4'
		case 19:
			valid = strings.IndexByte("89ab", value[i]) >= 0
		default:
			valid = strings.IndexByte("0123456789abcdef", value[i]) >= 0
		}
	}
	if !valid {
		return "", &DomainError{Message: "the UUID is none of version 4"}
	}
	return value, nil
}
`,
  },
  askEnv: {
    uses: ['DomainError', 'Option', 'Some'],
    code: `
// askEnv returns a variable of the environment, or an absent value if it is not set.
func askEnv(host Host, name string) (Option[string], error) {
	value, isSet := host.Env(name)
	if !isSet {
		return Option[string]{}, nil
	}
	if !utf8.ValidString(value) || utf8.RuneCountInString(value) > 4096 {
		message := "the variable " + name + " of the environment is no text of at most 4096 code points"
		return Option[string]{}, &DomainError{Message: message}
	}
	return Some(value), nil
}
`,
  },
} as const satisfies Record<string, PieceSource>;

/** A method of the interface `Host`, and its implementation by the system. */
export interface HostMethod {
  readonly signature: string;
  readonly documentation: string;
  readonly body: string;
}

/** The methods of the interface `Host`, by the name of the monomer. */
export const HOST_METHODS = {
  ENV: {
    signature: 'Env(name string) (value string, isSet bool)',
    documentation: 'Env returns a variable of the environment.',
    body: `	return os.LookupEnv(name)
`,
  },
  NOW: {
    signature: 'Now() int64',
    documentation: 'Now returns the milliseconds since 1970.',
    body: `	return time.Now().UnixMilli()
`,
  },
  RANDOM: {
    signature: 'Random(lo, hi int64) int64',
    documentation: 'Random returns a uniform random integer from lo to hi.',
    body: `	count := new(big.Int).Sub(big.NewInt(hi), big.NewInt(lo))
	value, err := rand.Int(rand.Reader, count.Add(count, big.NewInt(1)))
	if err != nil {
		panic(err)
	}
	return value.Add(value, big.NewInt(lo)).Int64()
`,
  },
  UUID: {
    signature: 'UUID() string',
    documentation: 'UUID returns a random UUID of version 4.',
    body: `	var data [16]byte
	if _, err := rand.Read(data[:]); err != nil {
		panic(err)
	}
	data[6] = data[6]&0x0f | 0x40
	data[8] = data[8]&0x3f | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", data[:4], data[4:6], data[6:8], data[8:10], data[10:])
`,
  },
} as const satisfies Record<string, HostMethod>;
