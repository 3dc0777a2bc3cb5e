import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import type * as z from 'zod'
import { NoticeScreen } from '#web/kit/screens/NoticeScreen.tsx'
import { inSchool } from '../school.paths.ts'
import type { SchoolPath } from '../school.paths.ts'

/** What is shown of one thing whose id stands in the address; of an address that names nothing, the way to the list. */
export const ById = <S extends z.ZodType>(props: {
  title: string
  param: string
  id: S
  named: string | undefined
  list: SchoolPath
  children: (id: z.output<S>) => ReactNode
}) => {
  const found = props.id.safeParse(useParams()[props.param])
  if (found.success) return props.children(found.data)
  return (
    <NoticeScreen
      title={props.title}
      empty={{
        title: '地址不正确',
        text: '可能是链接没有复制完整。',
        action: { name: '打开列表', to: inSchool(props.list, { schoolId: props.named }) },
      }}
    />
  )
}
