import { Button, MessageBar, MessageBarBody, makeStyles, tokens } from '@fluentui/react-components'
import { useSearchParams } from 'react-router'
import { ownPath } from '#shared/platform/flag.rules.ts'
import { brand } from '#web/kit/brand.ts'
import { Page } from '#web/kit/parts/Page.tsx'
import { words } from '#web/kit/refusals.ts'
import { Mark } from './Mark.public.tsx'
import { identityPaths } from './identity.paths.ts'
import { PartnerButtons } from './PartnerButtons.public.tsx'

const useStyles = makeStyles({
  box: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
    maxWidth: '420px',
    padding: tokens.spacingHorizontalXL,
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  mark: { color: tokens.colorBrandForeground1 },
  text: { margin: 0 },
})

/** The door of those who come from another platform. */
export const ThirdPartyScreen = () => {
  const styles = useStyles()
  const [query] = useSearchParams()
  const from = query.get('from')
  const own = from ? `${identityPaths.signIn}?from=${encodeURIComponent(from)}` : identityPaths.signIn
  return (
    <Page
      title={`登录${brand.name}`}
      width="narrow"
      badge={
        <span className={styles.mark}>
          <Mark mark={brand.mark} />
        </span>
      }
    >
      {query.has('loginOut') && (
        <MessageBar intent="success">
          <MessageBarBody>您已安全退出。</MessageBarBody>
        </MessageBar>
      )}
      {query.has('expired') && (
        <MessageBar intent="warning">
          <MessageBarBody>{words.sessionOver}，请重新进入。</MessageBarBody>
        </MessageBar>
      )}
      <div className={styles.box}>
        <p className={styles.text}>请从您平时使用的平台打开本应用，会自动登录。</p>
        <PartnerButtons title="或选择平台登录：" redirectUrl={ownPath(from ?? undefined)} />
        <Button as="a" href={own} size="large" appearance="primary">
          使用账号和密码登录
        </Button>
      </div>
    </Page>
  )
}
