import { useQuery } from '@tanstack/react-query'
import { useMatches } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { customerQueries } from '@/api/customers'
import { familyQueries } from '@/api/families'
import { texts, titles } from '../texts'

/** Sets the title and announces screen changes to screen readers. */
export function PageTitle() {
  const screen = useMatches({ select: (matches) => matches.at(-1)?.staticData.title })
  const subject = useSubject()
  const title = [subject, screen, texts.product].filter(Boolean).join(' · ')
  const announcement = useAnnouncedScreen(screen)
  useEffect(() => {
    if (screen) document.title = title
  }, [screen, title])
  return (
    <p aria-live="polite" className="sr-only">
      {announcement}
    </p>
  )
}

function useSubject(): string | undefined {
  const match = useMatches({ select: (matches) => matches.at(-1) })
  const id = match && 'id' in match.params ? match.params.id : ''
  const { title } = match?.staticData ?? {}
  const customer = useQuery({ ...customerQueries.one(id), enabled: false })
  const family = useQuery({ ...familyQueries.one(id), enabled: false })
  if (title === titles.customer) return customer.data?.name
  return title === titles.family ? family.data?.name : undefined
}

/** The screen to announce; empty for the first one, which the browser itself announces. */
function useAnnouncedScreen(screen: string | undefined): string | undefined {
  const first = useRef(screen)
  const [announcement, setAnnouncement] = useState<string>()
  useEffect(() => {
    if (first.current === undefined) first.current = screen
    else if (screen && screen !== first.current) setAnnouncement(screen)
  }, [screen])
  return announcement
}
