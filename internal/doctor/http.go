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

// response is an HTTP response.
type response struct {
	status int
	header http.Header
	body   string // truncated
}

// maxResponseBytes bounds how much of a body is read.
const maxResponseBytes = 4 << 10

// httpGet sends a request and follows redirects. Errors omit the URL, which may contain a secret.
func (i Installation) httpGet(ctx context.Context, method, address string) (found response, err error) {
	request, err := http.NewRequestWithContext(ctx, method, address, nil)
	if err != nil {
		return response{}, errors.New("the address is none")
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

// client uses a new connection for each request.
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

// unreachableFinding explains why a web server did not answer. If the local server is ready, the public URL may still
// work from outside: many routers do not support NAT loopback.
func unreachableFinding(address string, err error, wellHere bool) Finding {
	host := hostOf(address)
	var dns *net.DNSError
	var certificate *tls.CertificateVerificationError
	switch {
	case errors.As(err, &dns) && dns.IsNotFound:
		return Finding{State: Fault, Found: "nobody knows the name " + host,
			ToDo: "Have whoever sold you the name let it point to the address of this machine (an A record of DNS), and wait an hour."}
	case errors.As(err, &certificate):
		return Finding{State: Fault, Found: "browsers do not believe the certificate of " + host + ": " + describeCertificateError(certificate),
			ToDo: `See "certificate" above, and whether another program answers at this address.`}
	case wellHere:
		return Finding{State: Attention, Found: address + " does not answer from here: " + describeError(err),
			ToDo: "Open it on a telephone without Wi-Fi. If it opens, all is well: your router does not lead back in. If not, let the router and the firewall pass its port to this machine."}
	}
	return Finding{State: Fault, Found: address + " does not answer: " + describeError(err),
		ToDo: "Start the server, and the proxy before it; let router and firewall pass its port to this machine."}
}

func describeCertificateError(err *tls.CertificateVerificationError) string {
	var name x509.HostnameError
	var unknown x509.UnknownAuthorityError
	var invalid x509.CertificateInvalidError
	switch {
	case errors.As(err, &name):
		return "it is for another name"
	case errors.As(err, &unknown):
		return "nobody knows who gave it (one of a trial, or one made by hand)"
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return "it has run out, or this machine's clock is wrong"
	}
	return err.Err.Error()
}

// describeError explains a connection error briefly.
func describeError(err error) string {
	var dns *net.DNSError
	switch {
	case errors.As(err, &dns) && dns.IsNotFound:
		return "nobody knows the name " + dns.Name
	case errors.Is(err, syscall.ECONNREFUSED):
		return "no program listens there"
	case errors.Is(err, context.DeadlineExceeded):
		return "nothing comes back"
	case errors.Is(err, io.EOF), errors.Is(err, syscall.ECONNRESET):
		return "the connection breaks"
	}
	return err.Error()
}
