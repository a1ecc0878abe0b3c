import { Outlet } from '@tanstack/react-router'
import { useRef } from 'react'
import { OutboxProvider, useHasWaitingVisits } from '@/acts/staff/outbox/OutboxProvider'
import { SnapshotProvider } from '@/acts/staff/snapshot/SnapshotProvider'
import { useSession } from '@/api'
import { UnsavedScope } from '@/kit/form/UnsavedScope'
import { Toaster } from '@/kit/Toaster'
import { VersionNotice } from '@/shared/version/VersionNotice'
import { RevokedNotice } from '@/staff/devices/RevokedNotice'
import { OutboxBanner } from '@/staff/outbox/OutboxBanner'
import { texts } from '../texts'
import { BottomBar } from './BottomBar'
import { ChosenBusiness } from './ChosenBusiness'
import { Footer } from './Footer'
import { LazyShortcuts } from './LazyShortcuts'
import { PageTitle } from './PageTitle'
import { SideRail } from './SideRail'
import { TopBar } from './TopBar'
import { useFocusOnScreen } from './useFocusOnScreen'

export function Shell() {
  return (
    <OutboxProvider>
      <SnapshotProvider>
        <Frame />
      </SnapshotProvider>
    </OutboxProvider>
  )
}

function Frame() {
  const session = useSession()
  const main = useRef<HTMLElement>(null)
  useFocusOnScreen(main)
  const isWaiting = useHasWaitingVisits()
  const actingOn = session?.role === 'SUPERADMIN' ? session.businessId : null
  return (
    <div className="flex min-h-dvh flex-col" data-bottom-bar={session ? '' : undefined}>
      <a href="#content" className="skip-link">
        {texts.skip}
      </a>
      <PageTitle />
      <TopBar />
      {actingOn && <ChosenBusiness id={actingOn} />}
      {session && <OutboxBanner />}
      <RevokedNotice />
      <div className="flex flex-1">
        {session && <SideRail session={session} />}
        <div className="flex min-w-0 flex-1 flex-col">
          <main
            ref={main}
            id="content"
            tabIndex={-1}
            className="mx-auto w-full max-w-6xl flex-1 px-4 py-6 outline-none sm:px-6 sm:py-8"
          >
            <UnsavedScope>
              <Outlet />
            </UnsavedScope>
          </main>
          <Footer />
        </div>
      </div>
      {session && <BottomBar session={session} />}
      {session && <LazyShortcuts session={session} />}
      <VersionNotice held={isWaiting} />
      <Toaster />
    </div>
  )
}
