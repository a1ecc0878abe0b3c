package doctor

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"syscall"

	"axioma/internal/config"
	"axioma/internal/queueing"
)

func (e examination) checkServer(ctx context.Context) []Finding {
	here := e.checkLocalServer(ctx)
	if !isPublic(e.Settings) {
		return []Finding{here}
	}
	there := e.checkPublicServer(ctx, here.State == OK)
	if there.State == OK && here.State == Fault {
		here.State = Attention
		here.ToDo = "Ignore this if the server runs on another machine. Otherwise another program answers at the public URL."
	}
	return []Finding{here, there}
}

func (e examination) checkLocalServer(ctx context.Context) Finding {
	at := e.Settings.ListenAddress()
	err := e.CheckServer(ctx)
	switch {
	case err == nil:
		return Finding{Subject: "server", State: OK, Detail: "it runs on this machine at " + at + " and is ready"}
	case errors.Is(err, syscall.ECONNREFUSED):
		return Finding{Subject: "server", State: Fault, Detail: "none runs on this machine at " + at,
			ToDo: "Start it: sudo systemctl start axioma (or: axioma serve). If it stops again, see its log: journalctl -u axioma -n 50"}
	}
	return Finding{Subject: "server", State: Fault, Detail: "it is not ready: " + describeError(queueing.StripURL(err)),
		ToDo: `See "database" and "disk" above, and its log: journalctl -u axioma -n 50. If another program uses this address, choose another one: --listen`}
}

func (e examination) checkPublicServer(ctx context.Context, isLocalReady bool) Finding {
	address := e.Settings.BaseURL()
	response, err := e.httpGet(ctx, http.MethodGet, address+"/api/healthz")
	finding := Finding{State: OK, Detail: "it is reachable at " + address}
	switch {
	case err != nil:
		finding = unreachableFinding(address, err, isLocalReady)
	case response.status != http.StatusOK || !strings.Contains(response.body, `"ok"`):
		finding = unexpectedAnswer(address, response.status)
	}
	finding.Subject = "server"
	return finding
}

func unexpectedAnswer(address string, status int) Finding {
	detail := fmt.Sprintf("%s answers with %d %s, which is not this program", address, status, http.StatusText(status))
	if status >= http.StatusInternalServerError {
		return Finding{State: Fault, Detail: detail, ToDo: "The proxy cannot reach the server: start the server, and check its address in the proxy's settings."}
	}
	return Finding{State: Fault, Detail: detail, ToDo: "Check what answers there: DNS may point to another machine, or the proxy to another program."}
}

const webhookPath = "/api/wa/webhook"

func (e examination) checkWebhook(ctx context.Context) []Finding {
	w := e.Settings.WhatsApp
	switch {
	case w.Provider != config.WhatsAppCloud && w.AppSecret == "":
		return finding("webhook", OK, "none is used: WhatsApp is not set up", "")
	case w.AppSecret == "" || w.VerifyToken == "":
		return finding("webhook", Fault, "WhatsApp cannot send notices: the app secret or the verify token is not set",
			"Set AXIOMA_WHATSAPP_APP_SECRET and AXIOMA_WHATSAPP_VERIFY_TOKEN (docs/operate/whatsapp.md, The webhook).")
	case !isPublic(e.Settings) || !strings.HasPrefix(e.Settings.BaseURL(), "https://"):
		return finding("webhook", Fault, "Meta only calls https URLs, and the server's is "+e.Settings.BaseURL(),
			"Set AXIOMA_PUBLIC_URL to the server's public https:// URL.")
	}
	finding := e.verifyWebhook(ctx, e.Settings.BaseURL()+webhookPath)
	finding.Subject = "webhook"
	return []Finding{finding}
}

func (e examination) verifyWebhook(ctx context.Context, address string) Finding {
	challenge := rand.Text()
	query := url.Values{"hub.mode": {"subscribe"}, "hub.verify_token": {e.Settings.WhatsApp.VerifyToken}, "hub.challenge": {challenge}}
	response, err := e.httpGet(ctx, http.MethodGet, address+"?"+query.Encode())
	switch {
	case err != nil:
		return unreachableFinding(address, err, e.CheckServer(ctx) == nil)
	case response.status == http.StatusOK && response.body == challenge:
		return Finding{State: OK, Detail: address + " answers Meta's verification"}
	case response.status == http.StatusForbidden:
		return Finding{State: Fault, Detail: address + " rejects the token of AXIOMA_WHATSAPP_VERIFY_TOKEN",
			ToDo: "Restart the server if the token is new. Otherwise the server has other settings, or the address leads to another server."}
	}
	return unexpectedAnswer(address, response.status)
}
