import type { FamilyRole } from '@/api/types'
import { texts } from './texts'

const roles: readonly FamilyRole[] = ['PRIMARY', 'ADULT', 'CHILD']

/** The places in a family to choose from. */
export const roleChoices = roles.map((value) => ({ value, label: texts.roles[value] }))
