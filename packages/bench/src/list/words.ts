/** Words of names, the most frequent first. */
export const TOPICS: readonly string[] = `
fee rate total price amount tax limit score split card discount balance interest invoice payment refund shipping currency
rounding threshold average margin budget quota range bracket deposit transfer commission premium salary bonus credit debit
account customer order item quantity weight volume distance speed temperature pressure angle area length height width depth
duration delay interval schedule calendar date month week year day hour minute deadline renewal subscription trial grace
period late penalty surcharge markup rebate coupon voucher loyalty points tier level rank grade index ratio share percent
fraction scale factor median minimum maximum sum difference product quotient remainder parity checksum digest hash code
token key lookup table search sort merge filter window bucket shard partition cache retry backoff timeout capacity load
queue worker request response latency throughput packet frame header payload port address mask route hop gateway tunnel
signal pulse sample filter gain offset phase frequency voltage current power energy charge battery motor valve pump sensor
meter gauge tank flow level height alarm dose patient heart glucose insulin oxygen calorie nutrient body mass age growth
loan mortgage annuity principal compound simple accrual amortization yield bond coupon option strike spot forward swap
hedge exposure collateral haircut leverage risk weighting reserve provision claim deductible copay coverage policy holder
premium actuarial mortality pension contribution vesting benefit allowance deduction withholding exemption bracketed levy
duty customs tariff excise vat toll fare ticket seat cabin luggage boarding mileage fuel route stop station platform parcel
pallet container freight carrier zone surcharge warehouse stock reorder safety lead supplier purchase batch lot expiry
shelf picking packing dispatch return warranty repair service contract clause milestone retainer hourly overtime shift
roster holiday leave absence attendance wage piece tip gratuity ledger journal posting debitor creditor reconcile aging
dunning settlement clearing netting interchange acquirer issuer merchant terminal chargeback fraud velocity velocity_check
password entropy strength lockout session consent age_gate eligibility quorum majority vote ballot seat allocation
apportionment lottery draw odds stake payout jackpot handicap rating league table fixture goal inning over wicket frame
spare strike lap sector pit tyre wear grip torque gear clutch brake steering lane cruise parking charging tariff_zone
irrigation rainfall humidity soil nitrogen seed harvest yield_estimate feed litter milk herd acreage timber moisture grain
pixel color blend alpha luminance contrast gamma crop rotate scale_down dither palette font kerning line wrap column
pagination slug excerpt reading_time word_count sentiment_bucket language_tag locale plural ordinal roman numeral binary
octal hexadecimal base64 utf8 crc luhn iban isbn ean vin postcode phone timezone leap easter moon tide sunrise latitude
longitude bearing geohash grid tile zoom elevation slope aspect watershed runoff culvert beam column_load shear moment
deflection bolt weld rebar concrete mix curing insulation heat_loss ventilation airflow lumen wattage circuit breaker fuse
`
  .split(/\s+/)
  .filter((word) => word !== '');

const FUNCTION_WORDS = 'the of a and to for is in by with from that as at or on per each all never no when its than between'.split(' ');

/** Words of descriptions, the most frequent first. */
export const PROSE: readonly string[] = [...new Set([...FUNCTION_WORDS, 'computes', 'value', 'given', 'returns', ...TOPICS])];

export const PEOPLE: readonly string[] = `
Ada Alan Barbara Blaise Carl Dana Donald Edsger Emmy Evelyn Frances Grace Hedy Ivan John Joan Kathleen Kurt Leslie Maria Niklaus
Olga Peter Radia Robin Sofia Tony Ursula Vera Wolfgang Yukihiro Zohar
`
  .split(/\s+/)
  .filter((word) => word !== '');
