import type { AnyCall } from '#shared/kit/call.ts'
import { sparse } from '../parts/dataTable.columns.ts'
import { Listed } from '../parts/Listed.tsx'
import { Page } from '../parts/Page.tsx'
import type { ListProps, ListScreenProps } from './screen.types.ts'

/** A list as a page of its own. */
export const ListScreen = <C extends AnyCall>(props: ListScreenProps<C>) => (
  <Listed
    {...(props as Omit<ListProps<C>, 'label'> & { order?: string })}
    label={props.title}
    frame={({ tools, icons, selection, data, actions, hasActs, content }) => (
      <Page
        title={props.title}
        facts={data !== undefined ? props.facts?.(data) : undefined}
        siblings={props.siblings}
        tools={tools ?? undefined}
        icons={icons}
        selection={selection ?? undefined}
        actions={actions}
        width={props.columns.length + (hasActs ? 1 : 0) <= sparse ? 'narrow' : undefined}
      >
        {props.children}
        {/* Where the first row of a screen begins is measured here; a list within a screen has its own place. */}
        <div data-list="" style={{ display: 'contents' }}>
          {content}
        </div>
      </Page>
    )}
  />
)
