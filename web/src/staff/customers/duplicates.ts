import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { customerSearchQuery } from '@/api/customers'
import type { Customer } from '@/api/types'
import { fold } from '@/lib/fold'
import { digitsOf, isSamePhone } from '@/lib/phone'

/** How long nobody types before the search begins, in milliseconds. */
const pause = 300
const limit = 20

/** What a form says of a person. `exceptId` is the record it belongs to. */
export interface Person {
  name: string
  /** International, empty while there is none. */
  phone: string
  exceptId?: string
}

/** An active customer who has the same phone or the same name. */
export interface Duplicate {
  by: 'phone' | 'name'
  customer: Customer
}

/** Looks, while a person is typed, for an active customer who may be the same. A phone tells more than a name. */
export function useDuplicate(person: Person): Duplicate | null {
  const { name, phone, exceptId } = useSettled(person)
  const sameNumber = useSearch(searchablePhone(phone), (customer) => hasPhone(customer, phone), exceptId)
  const sameName = useSearch(searchableName(name), (customer) => hasName(customer, name), exceptId)
  if (sameNumber) return { by: 'phone', customer: sameNumber }
  return sameName ? { by: 'name', customer: sameName } : null
}

/** What to search for to find a phone; empty while it is too short to be one. */
function searchablePhone(phone: string): string {
  const digits = digitsOf(phone)
  return digits.length >= 8 ? digits.slice(-9) : ''
}

/** What to search for to find a name; empty while it is too short to be one. */
function searchableName(name: string): string {
  const folded = fold(name)
  return folded.length >= 3 ? folded : ''
}

function hasPhone(customer: Customer, phone: string): boolean {
  return isSamePhone(customer.phone ?? '', phone)
}

function hasName(customer: Customer, name: string): boolean {
  return fold(customer.name) === fold(name)
}

function useSearch(q: string, isMeant: (customer: Customer) => boolean, exceptId?: string) {
  const { data } = useQuery({ ...customerSearchQuery(q, limit), enabled: q !== '' })
  if (q === '') return null
  return data?.items.find((customer) => customer.id !== exceptId && isMeant(customer)) ?? null
}

/** The person as it was when typing last paused. */
function useSettled({ name, phone, exceptId }: Person): Person {
  const [settled, setSettled] = useState<Person>({ name: '', phone: '' })
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ name, phone, ...(exceptId && { exceptId }) }), pause)
    return () => clearTimeout(timer)
  }, [name, phone, exceptId])
  return settled
}
