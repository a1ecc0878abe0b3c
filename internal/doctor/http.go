package doctor

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"syscall"

	"axioma/internal/queueing"
)

type response struct {
	status int
	header http.Header
	body   string
}

const maxResponseBytes = 4 << 10

// httpGet sends a GET or HEAD request. Its errors omit the URL, which may contain a secret.
func (i Installation) httpGet(ctx context.Context, method, address string) (result response, err error) {
	request, err := http.NewRequestWithContext(ctx, method, address, nil)
	if err != nil {
		return response{}, errors.New("the address is invalid")
	}
	answer, err := i.client().Do(request)
	if err != nil {
		return response{}, queueing.StripURL(err)
	}
	defer func() { err = errors.Join(err, answer.Body.Close()) }()
	body, err := io.ReadAll(io.LimitReader(answer.Body, maxResponseBytes))
	if err != nil {
		return response{}, fmt.Errorf("reading the answer: %w", err)
	}
	return response{answer.StatusCode, answer.Header, string(body)}, nil
}

func (i Installation) client() *http.Client {
	network := http.DefaultTransport.(*http.Transport).Clone()
	network.DisableKeepAlives = true
	network.TLSClientConfig = &tls.Config{RootCAs: i.Network.Roots}
	network.DialContext = i.dial()
	return &http.Client{Transport: network}
}

func (i Installation) dial() func(ctx context.Context, network, address string) (net.Conn, error) {
	if i.Network.Dial != nil {
		return i.Network.Dial
	}
	return new(net.Dialer).DialContext
}

// unreachableFinding explains a failed request. An address that does not answer is no Fault while the local server is
// ready: many routers do not support NAT loopback.
func unreachableFinding(address string, err error, isLocalReady bool) Finding {
	host := hostOf(address)
	var dns *net.DNSError
	var certificate *tls.CertificateVerificationError
	switch {
	case errors.As(err, &dns) && dns.IsNotFound:
		return Finding{State: Fault, Detail: "there is no DNS record for " + host,
			ToDo: "Add an A record for this machine's address at your DNS provider, and wait an hour."}
	case errors.As(err, &certificate):
		return Finding{State: Fault, Detail: "browsers do not trust the certificate of " + host + ": " + describeCertificateError(certificate),
			ToDo: `See "certificate" above. If that is fine, check whether another program answers at this address.`}
	case isLocalReady:
		return Finding{State: Attention, Detail: address + " does not answer from here: " + describeError(err),
			ToDo: "Open it on a phone without Wi-Fi. If it opens, your router only lacks NAT loopback. If not, forward its port to this machine in the router and the firewall."}
	}
	return Finding{State: Fault, Detail: address + " does not answer: " + describeError(err),
		ToDo: "Start the server and its proxy; forward its port to this machine in the router and the firewall."}
}

func describeCertificateError(err *tls.CertificateVerificationError) string {
	var name x509.HostnameError
	var unknown x509.UnknownAuthorityError
	var invalid x509.CertificateInvalidError
	switch {
	case errors.As(err, &name):
		return "it is for another name"
	case errors.As(err, &unknown):
		return "its issuer is unknown (a test certificate, or a self-signed one)"
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return "it has expired, or this machine's clock is wrong"
	}
	return err.Err.Error()
}

func describeError(err error) string {
	var dns *net.DNSError
	switch {
	case errors.As(err, &dns) && dns.IsNotFound:
		return "there is no DNS record for " + dns.Name
	case errors.Is(err, syscall.ECONNREFUSED):
		return "connection refused"
	case errors.Is(err, context.DeadlineExceeded):
		return "timeout"
	case errors.Is(err, io.EOF), errors.Is(err, syscall.ECONNRESET):
		return "the connection was closed"
	}
	return err.Error()
}
