interface CardTerms {
  count: number
  target: number
  halfMilestone: number | null
}

/** passesHalf reports whether the stamps reach the half of the last card, which paper may still owe. */
export function passesHalf({ count, target, halfMilestone }: CardTerms, stamps: number): boolean {
  const after = count + stamps
  const half = after - (after % target) + (halfMilestone ?? target)
  return half > count && half <= after
}
