interface CardTerms {
  count: number
  target: number
  halfMilestone: number | null
}

/** The half milestone of a target (specification: half of the visits, rounded down). */
export const halfOf = (target: number) => Math.floor(target / 2)

/** A half milestone of the previous card may still be owed. */
export function passesHalf({ count, target, halfMilestone }: CardTerms, stamps: number): boolean {
  const after = count + stamps
  const half = after - (after % target) + (halfMilestone ?? target)
  return half > count && half <= after
}
