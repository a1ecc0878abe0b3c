import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { customerSearchQuery } from '@/api/customers'
import type { Customer } from '@/api/types'
import { fold } from '@/lib/fold'
import { digitsOf, isSamePhone } from '@/lib/phone'

/** Milliseconds without typing after which the search starts. */
const pause = 300
const limit = 20

/** `exceptId`: the id of the person's own record. */
export interface Person {
  name: string
  /** E.164; empty without a phone. */
  phone: string
  exceptId?: string
}

export interface Duplicate {
  by: 'phone' | 'name'
  customer: Customer
}

/** The likeliest record of the same person. A phone match takes precedence over a name match. */
export function useDuplicate(person: Person): Duplicate | null {
  const { name, phone, exceptId } = useSettled(person)
  const sameNumber = useSearch(searchablePhone(phone), (customer) => hasPhone(customer, phone), exceptId)
  const sameName = useSearch(searchableName(name), (customer) => hasName(customer, name), exceptId)
  if (sameNumber) return { by: 'phone', customer: sameNumber }
  return sameName ? { by: 'name', customer: sameName } : null
}

function searchablePhone(phone: string): string {
  const digits = digitsOf(phone)
  return digits.length >= 8 ? digits.slice(-9) : ''
}

function searchableName(name: string): string {
  const foldedName = fold(name)
  return foldedName.length >= 3 ? foldedName : ''
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

/** The person, once typing has paused. */
function useSettled({ name, phone, exceptId }: Person): Person {
  const [debouncedPerson, setDebouncedPerson] = useState<Person>({ name: '', phone: '' })
  useEffect(() => {
    const timer = setTimeout(() => setDebouncedPerson({ name, phone, ...(exceptId && { exceptId }) }), pause)
    return () => clearTimeout(timer)
  }, [name, phone, exceptId])
  return debouncedPerson
}
