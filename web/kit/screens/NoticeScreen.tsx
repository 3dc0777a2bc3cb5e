import type { ReactNode } from 'react'
import { Page } from '../parts/Page.tsx'
import { Bars, EmptyState, ErrorState } from '../parts/States.tsx'
import type { NoticeScreenProps } from './screen.types.ts'

const stateOf = ({ empty, error, again }: NoticeScreenProps): ReactNode => {
  if (empty) return <EmptyState empty={empty} />
  if (error) return <ErrorState error={error} {...(again ? { again } : {})} />
  return <Bars rows={8} height={24} />
}

/** A page in place of the one that was asked for: why it is not there and where to go, what went wrong, or that it comes. */
export const NoticeScreen = (props: NoticeScreenProps) => (
  <Page title={props.title} width={props.width} siblings={props.siblings}>
    {stateOf(props)}
    {props.children}
  </Page>
)
