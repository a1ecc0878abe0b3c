import type { FamilyRole } from '@/api/types'
import { texts as roleWords } from '@/ui/roles/texts'

const roles: readonly FamilyRole[] = ['PRIMARY', 'ADULT', 'CHILD']

/** The places in a family to choose from. */
export const roleChoices = roles.map((value) => ({ value, label: roleWords.family[value] }))
