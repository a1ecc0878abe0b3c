import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { withNames } from '@/kit/withNames'
import { sentence } from '@/test/sentence'
import { ReleasePhone } from './ReleasePhone'
import { texts } from './texts'

test('the question with a name is one element, not a column for each part', () => {
  const label = texts.release.label('Dolores Peña')
  render(
    <ReleasePhone
      label={withNames(label, 'Dolores Peña')}
      release={() => Promise.resolve()}
      onReleased={() => undefined}
    />,
  )
  expect(screen.getByRole('button', { name: label })).toBeVisible()
  expect(screen.getByText(sentence(label))).not.toHaveClass('flex')
})
