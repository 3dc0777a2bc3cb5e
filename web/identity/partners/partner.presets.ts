/** How DingTalk and WeChat exchange a code, as their documents have it; what is in 〈〉 is one's own. */
export const presets = {
  dingtalk: {
    kind: 'code',
    issuer: 'dingtalk',
    clientId: '〈AppKey〉',
    codeParameter: 'authCode',
    authorize: {
      url: 'https://login.dingtalk.com/oauth2/auth',
      fields: {
        client_id: '{clientId}',
        redirect_uri: '{redirectUri}',
        state: '{state}',
        response_type: 'code',
        scope: 'openid',
        prompt: 'consent',
      },
    },
    token: {
      url: 'https://api.dingtalk.com/v1.0/oauth2/userAccessToken',
      method: 'POST',
      body: 'json',
      fields: {
        clientId: '{clientId}',
        clientSecret: '{clientSecret}',
        code: '{code}',
        grantType: 'authorization_code',
      },
      keep: { token: '/accessToken' },
    },
    profile: {
      url: 'https://api.dingtalk.com/v1.0/contact/users/me',
      method: 'GET',
      headers: { 'x-acs-dingtalk-access-token': '{token}' },
    },
    subjectAt: '/unionId',
    nameAt: '/nick',
  },
  tencent: {
    kind: 'code',
    issuer: 'tencent',
    clientId: '〈AppID〉',
    authorize: {
      url: 'https://open.weixin.qq.com/connect/qrconnect',
      fields: {
        appid: '{clientId}',
        redirect_uri: '{redirectUri}',
        state: '{state}',
        response_type: 'code',
        scope: 'snsapi_login',
      },
    },
    token: {
      url: 'https://api.weixin.qq.com/sns/oauth2/access_token',
      method: 'GET',
      fields: { appid: '{clientId}', secret: '{clientSecret}', code: '{code}', grant_type: 'authorization_code' },
    },
    subjectAt: '/unionid',
  },
  code: {
    kind: 'code',
    issuer: '〈平台名称〉',
    clientId: '〈应用标识〉',
    authorize: {
      url: 'https://id.example.cn/authorize',
      fields: { client_id: '{clientId}', redirect_uri: '{redirectUri}', state: '{state}', response_type: 'code' },
    },
    token: {
      url: 'https://id.example.cn/token',
      method: 'POST',
      body: 'form',
      fields: {
        client_id: '{clientId}',
        client_secret: '{clientSecret}',
        code: '{code}',
        redirect_uri: '{redirectUri}',
        grant_type: 'authorization_code',
      },
      keep: { token: '/access_token' },
    },
    profile: { url: 'https://id.example.cn/me', method: 'GET', headers: { authorization: 'Bearer {token}' } },
    subjectAt: '/id',
    nameAt: '/name',
  },
} as const
