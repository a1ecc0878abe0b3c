import { Link } from '@tanstack/react-router'
import { FileX } from 'lucide-react'
import { isApiError } from '@/api/error'
import { buttonLook } from '@/kit/buttonLook'
import { EmptyState } from '@/kit/EmptyState'
import { texts } from './texts'

/** True if the server does not have the import: another attempt would fail too. */
export const isMissing = (error: unknown) => isApiError(error) && error.status === 404

export function MissingImport() {
  return (
    <EmptyState
      icon={<FileX aria-hidden="true" />}
      title={texts.missing.title}
      action={
        <Link to="/app/importar" className={buttonLook({ variant: 'secondary' })}>
          {texts.missing.back}
        </Link>
      }
    >
      {texts.missing.detail}
    </EmptyState>
  )
}
