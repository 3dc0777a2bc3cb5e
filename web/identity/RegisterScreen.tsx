import { makeStyles, tokens } from '@fluentui/react-components'
import { brand } from '#web/kit/brand.ts'
import { Page } from '#web/kit/parts/Page.tsx'
import { identityPaths } from './identity.paths.ts'

const useStyles = makeStyles({
  list: { display: 'grid', gap: tokens.spacingVerticalM, margin: 0, padding: 0, listStyleType: 'none' },
  item: {
    padding: tokens.spacingHorizontalL,
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  heading: { margin: 0, fontSize: tokens.fontSizeBase400, fontWeight: tokens.fontWeightSemibold },
  text: { margin: `${tokens.spacingVerticalXS} 0 0` },
})

const ways = [
  {
    who: '教师',
    how: '由本校管理员开通。请告诉管理员您的姓名、任教班级和学科；开通后会给您账号和初始密码，首次登录时修改。',
  },
  { who: '学生', how: '学校导入名单时一并开通。账号和初始密码由班主任发放。' },
  { who: '家长', how: '用学校发放的家长账号登录，在“账号设置 - 我的孩子”用姓名和学号关联孩子。' },
  { who: '学校和区县', how: `致电${brand.phone}，我们核对单位后开通学校和第一位管理员。` },
] as const

/** Nobody registers alone: an account belongs to a school. Says who opens whose. */
export const RegisterScreen = () => {
  const styles = useStyles()
  return (
    <Page
      title="开通账号"
      width="narrow"
      crumbs={[{ name: brand.name, to: '/' }, { name: '开通账号' }]}
      actions={[{ name: '返回登录', run: () => location.assign(identityPaths.signIn) }]}
    >
      <p style={{ margin: 0 }}>账号由学校开通，以保证成绩只给应该看到的人。您是：</p>
      <ul className={styles.list}>
        {ways.map((w) => (
          <li key={w.who} className={styles.item}>
            <h2 className={styles.heading}>{w.who}</h2>
            <p className={styles.text}>{w.how}</p>
          </li>
        ))}
      </ul>
      <p style={{ margin: 0 }}>
        开通即表示同意<a href={identityPaths.agreement}>用户注册协议</a>。
      </p>
    </Page>
  )
}
