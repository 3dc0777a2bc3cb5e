import { makeStyles, tokens } from '@fluentui/react-components'
import { useParams } from 'react-router'
import type { PaperId } from '#shared/kit/ids.ts'
import { showTime } from '#shared/kit/time.ts'
import { readPassword, setReadPassword } from '#shared/marking/password.calls.ts'
import { act } from '#web/kit/ask.ts'
import { DataTable } from '#web/kit/parts/DataTable.tsx'
import { Section } from '#web/kit/parts/Section.tsx'
import { EmptyState } from '#web/kit/parts/States.tsx'
import { StateMark } from '#web/kit/parts/StateMark.tsx'
import { DetailScreen } from '#web/kit/screens/DetailScreen.tsx'

const useStyles = makeStyles({
  code: {
    margin: 0,
    fontSize: tokens.fontSizeHero900,
    lineHeight: tokens.lineHeightHero900,
    letterSpacing: '0.2em',
    fontVariantNumeric: 'tabular-nums',
  },
  text: { margin: 0, color: tokens.colorNeutralForeground3 },
})

const Code = ({ code }: { code: string | null }) => {
  const styles = useStyles()
  return code === null ? (
    <p className={styles.text}>没有启用：阅卷老师不用密码就能领取答卷。启用后由您在阅卷前告诉他们。</p>
  ) : (
    <>
      <p className={styles.code}>{code}</p>
      <p className={styles.text}>阅卷前告诉老师；每人输入一次。更换以后所有人要重新输入，已领取的答卷不受影响。</p>
    </>
  )
}

/** The password before marking of a paper: what it is, who entered it, who tried in vain. */
export const PasswordScreen = () => {
  const { paperId } = useParams() as { paperId: PaperId }
  const set = (on: boolean, version: number): Promise<unknown> => act(setReadPassword, { paperId, version, on })
  return (
    <DetailScreen
      call={readPassword}
      input={{ paperId }}
      title={() => '阅卷密码'}
      badge={({ code }) => (code === null ? { text: '没有启用', meaning: 'out' } : { text: '已启用', meaning: 'done' })}
      facts={({ courseName, setAt, setByName }) => [
        { name: '科目', value: courseName },
        ...(setAt === undefined ? [] : [{ name: '设置', value: `${setByName ?? ''} ${showTime(setAt)}` }]),
      ]}
      actions={({ code, version }) =>
        code === null
          ? [{ name: '启用密码', primary: true, run: () => set(true, version) }]
          : [
              {
                name: '更换密码',
                primary: true,
                confirm: '更换后原来的密码不能再用，所有阅卷老师要输入新的密码。',
                run: () => set(true, version),
              },
              { name: '停用', confirm: '停用后阅卷老师不用密码就能领取答卷。', run: () => set(false, version) },
            ]
      }
      everyMs={15_000}
    >
      {({ code, entries }) => (
        <>
          <Code code={code} />
          <Section title="谁输入过">
            {entries.length === 0 ? (
              <EmptyState empty={{ title: '还没有老师输入', text: '输入正确或输错都列在这里。' }} />
            ) : (
              <DataTable
                label="谁输入过"
                rows={entries}
                rowKey={(e, i) => `${i}${e.name}`}
                columns={[
                  { key: 'name', name: '老师', value: (e) => e.name, width: 120 },
                  {
                    key: 'state',
                    name: '状态',
                    value: (e) => (e.enteredAt === undefined ? '还没有输对' : '已输入'),
                    cell: (e) =>
                      e.lockedUntil !== undefined ? (
                        <StateMark text={`试错太多，${showTime(e.lockedUntil)}后可再试`} meaning="failed" />
                      ) : e.enteredAt !== undefined ? (
                        <StateMark text={`${showTime(e.enteredAt)}输入`} meaning="done" />
                      ) : (
                        <StateMark text="还没有输对" meaning="waits" />
                      ),
                  },
                  { key: 'wrong', name: '输错', unit: '次', value: (e) => e.wrong, number: true },
                  {
                    key: 'wrongAt',
                    name: '最近一次',
                    value: (e) => (e.wrongAt === undefined ? '' : showTime(e.wrongAt)),
                  },
                ]}
              />
            )}
          </Section>
        </>
      )}
    </DetailScreen>
  )
}
