import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import './report-tabs.css'
import { texts } from './texts'

/** On a phone the row scrolls sideways and starts at the report shown. */
export function ReportTabs() {
  const row = useRef<HTMLDivElement>(null)
  const router = useRouter()
  useEffect(() => {
    centreShown(row.current)
    // After a navigation the router restores the row's former scroll position.
    return router.subscribe('onRendered', () => centreShown(row.current))
  }, [router])
  return (
    <nav aria-label={texts.label} className="min-w-0">
      <div ref={row} className="report-tabs" data-scrolls>
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

function centreShown(row: HTMLElement | null) {
  const shown = row?.querySelector<HTMLElement>('[data-status="active"]')
  if (row && shown) row.scrollLeft = shown.offsetLeft - (row.clientWidth - shown.offsetWidth) / 2
}
