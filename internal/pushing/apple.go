package pushing

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"axioma/internal/queueing"
	"axioma/internal/service/passes"
)

const (
	// expiration is how long Apple stores a push for a phone that is off.
	expiration = 30 * 24 * time.Hour
	// maxResponse is in bytes.
	maxResponse = 4 << 10
)

// AppleAccount is our account at Apple's push service.
type AppleAccount struct {
	Address     string // no trailing slash
	PassType    string
	Certificate tls.Certificate // also signs passes
	Roots       *x509.CertPool  // nil: the system's
}

// AppleSender uses Apple's push service.
type AppleSender struct {
	account AppleAccount
	client  *http.Client
}

// NewAppleSender returns a sender for an account.
func NewAppleSender(account AppleAccount) *AppleSender {
	network := http.DefaultTransport.(*http.Transport).Clone()
	network.TLSClientConfig = &tls.Config{Certificates: []tls.Certificate{account.Certificate}, RootCAs: account.Roots, MinVersion: tls.VersionTLS12}
	network.ForceAttemptHTTP2 = true
	return &AppleSender{account: account, client: &http.Client{
		Transport:     network,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// Send sends no content. The phone then fetches the pass.
func (a *AppleSender) Send(ctx context.Context, push passes.ClaimedPush) passes.PushTry {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, a.account.Address+"/3/device/"+push.Holder.PushToken, strings.NewReader("{}"))
	if err != nil {
		return passes.PushTry{Result: passes.PushRejected, Error: queueing.StripURL(err).Error()}
	}
	for name, value := range map[string]string{
		"Content-Type": "application/json", "apns-topic": a.account.PassType, "apns-push-type": "background", "apns-priority": "5",
		"apns-expiration": strconv.FormatInt(push.ClaimedAt.Add(expiration).Unix(), 10),
	} {
		request.Header.Set(name, value)
	}
	response, err := a.client.Do(request)
	if err != nil {
		return passes.PushTry{Result: passes.PushRetryLater, VendorUnavailable: true, Error: "Apple cannot be reached: " + queueing.StripURL(err).Error()}
	}
	body, err := io.ReadAll(io.LimitReader(response.Body, maxResponse))
	if fault := response.Body.Close(); err != nil || fault != nil {
		body = nil // only the status counts
	}
	return interpretApple(response, body, push.ClaimedAt)
}

// interpretApple follows
// https://developer.apple.com/documentation/usernotifications/handling-notification-responses-from-apns
func interpretApple(response *http.Response, body []byte, now time.Time) passes.PushTry {
	reason := reasonOf(body)
	try := passes.PushTry{Result: passes.PushRejected, Error: strings.TrimSpace(strconv.Itoa(response.StatusCode) + " " + reason)}
	switch {
	case response.StatusCode == http.StatusOK:
		return passes.PushTry{Result: passes.PushAccepted}
	case response.StatusCode == http.StatusGone, response.StatusCode == http.StatusBadRequest && reason == "BadDeviceToken":
		try.Result = passes.PushGone
	case response.StatusCode == http.StatusTooManyRequests:
		try.Result, try.After = passes.PushRetryLater, queueing.RetryAfter(response.Header, now)
	case response.StatusCode >= http.StatusInternalServerError || isCertificateRefused(response.StatusCode, reason):
		try.Result, try.After, try.VendorUnavailable = passes.PushRetryLater, queueing.RetryAfter(response.Header, now), true
	}
	return try
}

// isCertificateRefused reports a certificate that the operator must replace.
func isCertificateRefused(status int, reason string) bool {
	return status == http.StatusForbidden || reason == "TopicDisallowed"
}

func reasonOf(body []byte) string {
	var refusal struct{ Reason string }
	if json.Unmarshal(body, &refusal) != nil {
		return ""
	}
	return refusal.Reason
}
