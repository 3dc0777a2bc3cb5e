import { Spinner, makeStyles, tokens } from '@fluentui/react-components'
import { useCallback, useEffect, useRef, useState } from 'react'
import { brand } from '#web/kit/brand.ts'
import { homePaths } from '#web/kit/home.paths.ts'
import { ActionButton } from '#web/kit/parts/ActionButton.tsx'
import type { Action } from '#web/kit/screens/screen.types.ts'
import { DoorScreen } from '#web/kit/screens/DoorScreen.tsx'
import { identityPaths } from '../identity.paths.ts'
import { arrivalOf } from '../partners/partner.arrival.ts'
import type { Arrival } from '../partners/partner.arrival.ts'
import { partnerPaths } from '../partners/partner.paths.ts'
import { arrive, beginWith, keepLinking, noteArrival } from '../partners/partner.session.ts'
import type { Outcome } from '../partners/partner.session.ts'

const useStyles = makeStyles({
  title: { margin: 0, fontSize: tokens.fontSizeBase400, fontWeight: tokens.fontWeightSemibold },
  text: { margin: 0, overflowWrap: 'anywhere' },
  ways: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
})

type Said = { title: string; text: string; actions: Action[] }

const leaveTo = (to: string) => () => location.assign(to)
const ways: Action[] = [
  { name: '选择其他登录方式', run: leaveTo(identityPaths.thirdParty) },
  { name: '使用账号和密码登录', run: leaveTo(identityPaths.signIn) },
]

const link = (of: Extract<Outcome, { kind: 'unlinked' }>) => (): void => {
  keepLinking(of.linking)
  location.assign(`${identityPaths.signIn}?from=${encodeURIComponent(partnerPaths.links)}`)
}

/** Each outcome but the good one has its words and a way on. */
const saidOf = (outcome: Exclude<Outcome, { kind: 'go' }>, again: () => void, anew: () => void): Said => {
  switch (outcome.kind) {
    case 'unlinked': {
      const { partnerName, name } = outcome.linking
      return {
        title: '账号未关联',
        text: `${partnerName}的用户${name}还没有关联${brand.name}的账号。用您在${brand.name}的账号登录一次并确认关联，以后就能从${partnerName}直接进入。`,
        actions: [{ name: '登录并关联', primary: true, run: link(outcome) }, ...ways.slice(0, 1)],
      }
    }
    case 'whose':
      return {
        title: `以${outcome.name}的身份继续？`,
        text:
          outcome.here === null
            ? '这个登录链接不是从本浏览器发起的。如果这不是您本人的账号，请不要继续。'
            : `本浏览器当前登录的是${outcome.here}。如果链接中的不是您本人的账号，请不要继续。`,
        actions: [
          { name: '继续', primary: true, run: () => location.replace(outcome.goOn()) },
          {
            name: '取消',
            run: () =>
              void outcome.leave().then(leaveTo(outcome.here === null ? identityPaths.signIn : homePaths.landing)),
          },
        ],
      }
    case 'refused':
      return {
        title: '没有登录',
        text: outcome.message,
        actions: [{ name: '重新登录', primary: true, run: anew }, ...ways],
      }
    case 'unanswered':
      return {
        title: '登录没有完成',
        text: outcome.message,
        actions: [{ name: '重试', primary: true, run: again }, ...ways],
      }
  }
}

/** Where partners send people: signs in and goes on, or says why not and what to do. */
export const AuthScreen = () => {
  const styles = useStyles()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const came = useRef<Arrival>(null)

  const act = useCallback(async (arrival: Arrival): Promise<void> => {
    setOutcome(null)
    const next = await arrive(arrival)
    // Loaded anew: nothing of the account before is left in memory.
    if (next?.kind === 'go') location.replace(next.to)
    else setOutcome(next)
  }, [])
  useEffect(() => {
    if (came.current) return
    const arrival = arrivalOf(location.pathname, location.search, location.hash)
    came.current = arrival
    const mobile = noteArrival(arrival)
    if (mobile) location.replace(mobile)
    else void act(arrival)
  }, [act])

  const anew = (): void => {
    const { partner, door, redirectUrl } = came.current!
    beginWith(partner ?? door, redirectUrl).catch(() => location.assign(identityPaths.thirdParty))
  }
  const said = outcome && outcome.kind !== 'go' ? saidOf(outcome, () => void act(came.current!), anew) : null
  return (
    <DoorScreen role={said ? 'alert' : 'status'}>
      {said ? (
        <>
          <h2 className={styles.title}>{said.title}</h2>
          <p className={styles.text}>{said.text}</p>
          <div className={styles.ways}>
            {said.actions.map((a) => (
              <ActionButton key={a.name} action={a} />
            ))}
          </div>
        </>
      ) : (
        <Spinner label="正在登录，请稍候…" labelPosition="after" size="small" />
      )}
    </DoorScreen>
  )
}
