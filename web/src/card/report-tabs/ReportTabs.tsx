import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import './report-tabs.css'
import { texts } from './texts'

/** On a phone it scrolls sideways, beginning at the shown report. */
export function ReportTabs() {
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const shown = row.current?.querySelector<HTMLElement>('[data-status="active"]')
    if (row.current && shown) {
      row.current.scrollLeft = shown.offsetLeft - (row.current.clientWidth - shown.offsetWidth) / 2
    }
  }, [])
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
