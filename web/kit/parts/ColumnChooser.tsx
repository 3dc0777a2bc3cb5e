import { Button, Menu, MenuItemCheckbox, MenuList, MenuPopover, MenuTrigger, Tooltip } from '@fluentui/react-components'
import { TableSettings20Regular } from '@fluentui/react-icons/svg/table-settings'
import { useState } from 'react'
import { localStore } from '../ports.ts'
import { useSession } from '../viewer.ts'
import type { Column } from '../screens/screen.types.ts'

const stored = (key: string): string[] | null => {
  try {
    const list: unknown = JSON.parse(localStore.get(key) ?? 'null')
    return Array.isArray(list) ? list.map(String) : null
  } catch {
    return null
  }
}

/** Kept with the user too: the next computer shows the same. */
const keep = async (tableName: string, hidden: string[]): Promise<void> => {
  const [{ ask }, { saveTableConfig }] = await Promise.all([
    import('../ask.ts'),
    import('#shared/identity/table.calls.ts'),
  ])
  await ask(saveTableConfig, { tableName, hidden }, { quiet: true })
}

/** The columns shown, as they were chosen on this computer or else on another; the first is always there. */
export const useColumns = <Row,>(name: string, columns: readonly Column<Row>[]) => {
  const key = `columns:${name}`
  const { start } = useSession()
  const [chosen, setChosen] = useState(() => stored(key))
  const hidden = chosen ?? start?.tables[name] ?? columns.filter((c) => c.extra).map((c) => c.key)
  const shown = columns.filter((c, i) => i === 0 || !hidden.includes(c.key))
  const choose = (keys: readonly string[]): void => {
    const next = columns.filter((c) => !keys.includes(c.key)).map((c) => c.key)
    localStore.set(key, JSON.stringify(next))
    setChosen(next)
    // Without the server it stays on this computer.
    keep(name, next).catch(() => undefined)
  }
  return { shown, choose }
}

export const ColumnChooser = <Row,>(props: {
  columns: readonly Column<Row>[]
  shown: readonly Column<Row>[]
  onChoose: (keys: readonly string[]) => void
}) => (
  <Menu
    persistOnItemClick
    checkedValues={{ columns: props.shown.map((c) => c.key) }}
    onCheckedValueChange={(_, d) => props.onChoose(d.checkedItems)}
  >
    <MenuTrigger disableButtonEnhancement>
      <Tooltip content="选择列" relationship="label">
        <Button appearance="subtle" size="small" icon={<TableSettings20Regular />} />
      </Tooltip>
    </MenuTrigger>
    <MenuPopover>
      <MenuList>
        {props.columns.map((c, i) => (
          <MenuItemCheckbox key={c.key} name="columns" value={c.key} disabled={i === 0}>
            {c.name}
          </MenuItemCheckbox>
        ))}
      </MenuList>
    </MenuPopover>
  </Menu>
)
