import { Link } from '@tanstack/react-router'
import './report-tabs.css'
import { texts } from './texts'

/** ReportTabs leads from one report to the others. */
export function ReportTabs() {
  return (
    <nav aria-label={texts.label} className="report-tabs">
      <Link to="/app/reports/services">{texts.services}</Link>
      <Link to="/app/informes/quien">{texts.staff}</Link>
      <Link to="/app/informes/tarjeta">{texts.card}</Link>
      <Link to="/app/informes/vuelven">{texts.returns}</Link>
      <Link to="/app/informes/falta">{texts.absent}</Link>
      <Link to="/app/informes/debo">{texts.debt}</Link>
      <Link to="/app/informes/horas">{texts.hours}</Link>
    </nav>
  )
}
