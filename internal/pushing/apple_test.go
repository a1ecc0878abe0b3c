package pushing_test

import (
	"crypto/x509"
	"net/http"
	"strings"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/pushing"
	"axioma/internal/service/passes"
	"axioma/internal/wallet"
	"axioma/internal/wallet/wallettest"
)

var claimedAt = time.Date(2026, 3, 26, 9, 0, 0, 0, time.UTC)

func pushServices(t *testing.T) (*wallettest.PushService, pushing.AppleAccount) {
	t.Helper()
	authority, err := wallettest.NewAuthority(claimedAt)
	if err != nil {
		t.Fatal(err)
	}
	certificate, err := authority.Issue(claimedAt.AddDate(0, 5, 0))
	if err != nil {
		t.Fatal(err)
	}
	files, err := certificate.Write(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	identity, err := wallet.ReadIdentity(files, claimedAt)
	if err != nil {
		t.Fatal(err)
	}
	apple := wallettest.NewPushService(authority)
	t.Cleanup(apple.Close)
	return apple, pushing.AppleAccount{Address: apple.URL, PassType: identity.PassType(), Certificate: identity.TLS(), Roots: apple.Roots()}
}

func pushTo(token string) passes.ClaimedPush {
	return passes.ClaimedPush{
		Push:      loyalty.Push{Holder: loyalty.PassHolder{Vendor: loyalty.AppleWallet, ID: "telephone", PushToken: token}},
		ClaimedAt: claimedAt,
	}
}

func TestAppleSender_Responses(t *testing.T) {
	t.Parallel()
	apple, account := pushServices(t)
	sender := pushing.NewAppleSender(account)
	for name, c := range map[string]struct {
		refusal wallettest.Refusal
		want    passes.PushTry
	}{
		"gone":                        {wallettest.Refusal{Status: 410, Reason: "Unregistered"}, passes.PushTry{Result: passes.PushGone, Error: "410 Unregistered"}},
		"no token of Apple's":         {wallettest.Refusal{Status: 400, Reason: "BadDeviceToken"}, passes.PushTry{Result: passes.PushGone, Error: "400 BadDeviceToken"}},
		"a wrong topic":               {wallettest.Refusal{Status: 400, Reason: "BadTopic"}, passes.PushTry{Result: passes.PushRejected, Error: "400 BadTopic"}},
		"another's certificate":       {wallettest.Refusal{Status: 403, Reason: "BadCertificate"}, passes.PushTry{Result: passes.PushRetryLater, Error: "403 BadCertificate", VendorUnavailable: true}},
		"of another type of pass":     {wallettest.Refusal{Status: 400, Reason: "TopicDisallowed"}, passes.PushTry{Result: passes.PushRetryLater, Error: "400 TopicDisallowed", VendorUnavailable: true}},
		"of another topic":            {wallettest.Refusal{Status: 400, Reason: "DeviceTokenNotForTopic"}, passes.PushTry{Result: passes.PushRejected, Error: "400 DeviceTokenNotForTopic"}},
		"too large":                   {wallettest.Refusal{Status: 413, Reason: "PayloadTooLarge"}, passes.PushTry{Result: passes.PushRejected, Error: "413 PayloadTooLarge"}},
		"too many":                    {wallettest.Refusal{Status: 429, Reason: "TooManyRequests"}, passes.PushTry{Result: passes.PushRetryLater, Error: "429 TooManyRequests"}},
		"too many for some time":      {wallettest.Refusal{Status: 429, Reason: "TooManyRequests", RetryAfter: "90"}, passes.PushTry{Result: passes.PushRetryLater, Error: "429 TooManyRequests", After: 90 * time.Second}},
		"429 with a Retry-After date": {wallettest.Refusal{Status: 429, Reason: "TooManyRequests", RetryAfter: claimedAt.Add(time.Minute).Format(http.TimeFormat)}, passes.PushTry{Result: passes.PushRetryLater, Error: "429 TooManyRequests", After: time.Minute}},
		"429 with a past Retry-After": {wallettest.Refusal{Status: 429, Reason: "TooManyRequests", RetryAfter: claimedAt.Add(-time.Minute).Format(http.TimeFormat)}, passes.PushTry{Result: passes.PushRetryLater, Error: "429 TooManyRequests"}},
		"too many for years":          {wallettest.Refusal{Status: 429, Reason: "TooManyRequests", RetryAfter: "99999999"}, passes.PushTry{Result: passes.PushRetryLater, Error: "429 TooManyRequests", After: 24 * time.Hour}},
		"Apple is down":               {wallettest.Refusal{Status: 503, Reason: "ServiceUnavailable", RetryAfter: "7"}, passes.PushTry{Result: passes.PushRetryLater, Error: "503 ServiceUnavailable", After: 7 * time.Second, VendorUnavailable: true}},
	} {
		apple.Refuse("0a", c.refusal)
		if got := sender.Send(t.Context(), pushTo("0a")); got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
	apple.Accept("0a")
	if got := sender.Send(t.Context(), pushTo("0a")); got != (passes.PushTry{Result: passes.PushAccepted}) {
		t.Errorf("an accepted push returned %+v", got)
	}
	if got := sender.Send(t.Context(), pushTo("no token")); got.Result != passes.PushGone && got.Result != passes.PushRejected {
		t.Errorf("an invalid token returned %+v, want a gone or rejected push", got)
	}
	if tokens := apple.ReceivedTokens(); len(tokens) != 1 || tokens[0] != "0a" {
		t.Errorf("Apple received %q, want 0a once", tokens)
	}
}

func TestAppleSender_WrongCertificate_SendsNothing(t *testing.T) {
	t.Parallel()
	apple, account := pushServices(t)
	_, other := pushServices(t)
	stranger, trusting := account, account
	stranger.Certificate, trusting.Roots = other.Certificate, x509.NewCertPool()
	for name, account := range map[string]pushing.AppleAccount{"another authority's certificate": stranger, "no root": trusting} {
		if got := pushing.NewAppleSender(account).Send(t.Context(), pushTo("0a")); got.Result != passes.PushRetryLater || !got.VendorUnavailable || strings.Contains(got.Error, "0a") {
			t.Errorf("with %s the push ended with %+v; want Result %v, VendorUnavailable true and no %q in it", name, got, passes.PushRetryLater, "0a")
		}
	}
	if tokens := apple.ReceivedTokens(); len(tokens) > 0 {
		t.Errorf("Apple received %q, want nothing", tokens)
	}
}
