/** One subject of a comparison. */
export interface Contender<Sample> {
  name: string;
  measure: () => Promise<Sample>;
}

/**
 * Measures contenders in alternating rounds: a warm-up each, then each round in alternating order, so that
 * none always follows the same neighbour.
 * @param rounds measurements per contender
 * @returns samples by contender, in order of rounds
 */
export async function alternate<Sample>(
  contenders: readonly Contender<Sample>[],
  rounds: number,
): Promise<Map<string, Sample[]>> {
  const samples = new Map(contenders.map(({ name }): [string, Sample[]] => [name, []]));
  for (const { measure } of contenders) await measure();
  for (let round = 0; round < rounds; round += 1)
    for (const { name, measure } of round % 2 === 0 ? contenders : contenders.toReversed())
      samples.get(name)?.push(await measure());
  return samples;
}
