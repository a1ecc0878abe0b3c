import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { focusFirstError } from '@/lib/focusFirstError'
import type { Faults } from '@/lib/useForm'
import { isInSection, type Section, sections } from './sections'
import type { SettingsEditing } from './useSettings'

/**
 * Opens the first section with an error, unless the shown section has one, and focuses the field. The form calls the
 * returned function at each attempt to save.
 */
export function useErrorSection(
  { element, errors }: SettingsEditing['form'],
  shownSection: Section,
): () => void {
  const navigate = useNavigate()
  const [isAttempted, setAttempted] = useState(false)
  const sectionToOpen = useRef<Section>(undefined)
  const section = sectionOfErrors(errors, shownSection)
  useEffect(() => {
    if (!isAttempted || !section) return
    setAttempted(false)
    if (section === shownSection) return focusFirstError(element)
    sectionToOpen.current = section
    void navigate({ to: '/app/settings', search: { seccion: section }, hash: '' })
  }, [isAttempted, section, shownSection, element, navigate])
  useEffect(() => {
    if (sectionToOpen.current === shownSection) focusFirstError(element)
    sectionToOpen.current = undefined
  }, [shownSection, element])
  return () => setAttempted(true)
}

function sectionOfErrors(errors: Faults, shownSection: Section): Section | undefined {
  const wrong = Object.keys(errors).filter((field) => errors[field])
  return [shownSection, ...sections].find((section) => wrong.some((field) => isInSection(section, field)))
}
