import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { focusFirstError } from '@/lib/focusFirstError'
import type { Faults } from '@/lib/useForm'
import { isInSection, type Section, sections } from './sections'
import type { SettingsEditing } from './useSettings'

/** useErrorSection opens the section of the first wrong field when the shown one has none. */
export function useErrorSection({ element, errors }: SettingsEditing['form'], shown: Section): void {
  const navigate = useNavigate()
  const section = sectionOfErrors(errors)
  const last = useRef(section)
  useEffect(() => {
    const isNew = section !== last.current
    last.current = section
    if (!isNew || !section || section === shown) return
    void navigate({ to: '/app/settings', search: { seccion: section }, hash: '' })
    const timer = setTimeout(() => focusFirstError(element))
    return () => clearTimeout(timer)
  }, [section, shown, element, navigate])
}

function sectionOfErrors(errors: Faults): Section | undefined {
  const wrong = Object.keys(errors).filter((field) => errors[field])
  return sections.find((section) => wrong.some((field) => isInSection(section, field)))
}
