import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import './report-tabs.css'
import { texts } from './texts'

/** Links to the reports. On a phone the row scrolls sideways, centres the current report and fades at hidden tabs. */
export function ReportTabs() {
  const row = useRef<HTMLDivElement>(null)
  const router = useRouter()
  const [overflow, setOverflow] = useState({ isBefore: false, isAfter: false })
  useEffect(() => {
    const look = () => setOverflow(hiddenSides(row.current))
    const centre = () => {
      centreShown(row.current)
      look()
    }
    centre()
    window.addEventListener('resize', look)
    // After a navigation the router restores the row's former scroll position.
    const leave = router.subscribe('onRendered', centre)
    return () => {
      window.removeEventListener('resize', look)
      leave()
    }
  }, [router])
  return (
    <nav
      aria-label={texts.label}
      className="report-tabs-frame min-w-0"
      data-before={overflow.isBefore || undefined}
      data-after={overflow.isAfter || undefined}
    >
      <div
        ref={row}
        className="report-tabs"
        data-scrolls
        onScroll={() => setOverflow(hiddenSides(row.current))}
      >
        <Link to="/app/reports/services">{texts.services}</Link>
        <Link to="/app/informes/quien">{texts.staff}</Link>
        <Link to="/app/informes/tarjeta">{texts.card}</Link>
        <Link to="/app/informes/vuelven">{texts.returns}</Link>
        <Link to="/app/informes/falta">{texts.absent}</Link>
        <Link to="/app/informes/debo">{texts.debt}</Link>
        <Link to="/app/informes/horas">{texts.hours}</Link>
      </div>
    </nav>
  )
}

/** Pixels. Browsers round the scroll position, so it may end a pixel early. */
const rounding = 2

function hiddenSides(row: HTMLElement | null) {
  if (!row) return { isBefore: false, isAfter: false }
  return {
    isBefore: row.scrollLeft > rounding,
    isAfter: row.scrollLeft + row.clientWidth < row.scrollWidth - rounding,
  }
}

function centreShown(row: HTMLElement | null) {
  const activeTab = row?.querySelector<HTMLElement>('[data-status="active"]')
  if (row && activeTab) row.scrollLeft = activeTab.offsetLeft - (row.clientWidth - activeTab.offsetWidth) / 2
}
