import { Board20Regular } from '@fluentui/react-icons/svg/board'
import { Book20Regular } from '@fluentui/react-icons/svg/book'
import { BuildingBank20Regular } from '@fluentui/react-icons/svg/building-bank'
import { ChartMultiple20Regular } from '@fluentui/react-icons/svg/chart-multiple'
import { ClipboardTaskListLtr20Regular } from '@fluentui/react-icons/svg/clipboard-task-list-ltr'
import { DocumentBulletList20Regular } from '@fluentui/react-icons/svg/document-bullet-list'
import { Home20Regular } from '@fluentui/react-icons/svg/home'
import { InkStroke20Regular } from '@fluentui/react-icons/svg/ink-stroke'
import { People20Regular } from '@fluentui/react-icons/svg/people'
import { Scan20Regular } from '@fluentui/react-icons/svg/scan'
import { Settings20Regular } from '@fluentui/react-icons/svg/settings'
import type { ReactElement } from 'react'
import type { MenuIcon } from '#web/kit/route.types.ts'

export const menuIcons: Readonly<Record<MenuIcon, ReactElement>> = {
  home: <Home20Regular />,
  exam: <ClipboardTaskListLtr20Regular />,
  card: <DocumentBulletList20Regular />,
  scan: <Scan20Regular />,
  mark: <InkStroke20Regular />,
  chart: <ChartMultiple20Regular />,
  school: <BuildingBank20Regular />,
  people: <People20Regular />,
  book: <Book20Regular />,
  settings: <Settings20Regular />,
}
export const otherIcon = <Board20Regular />
