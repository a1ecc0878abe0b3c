interface CardTerms {
  count: number
  target: number
  halfMilestone: number | null
}

/** The half milestone of a target (specification: half of the visits, rounded down). */
export const halfOf = (target: number) => Math.floor(target / 2)

/** True if the stamps reach the half milestone of the last card that they begin. */
export function passesHalf({ count, target, halfMilestone }: CardTerms, stamps: number): boolean {
  const after = count + stamps
  const half = after - (after % target) + (halfMilestone ?? target)
  return half > count && half <= after
}
