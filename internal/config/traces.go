package config

import (
	"fmt"
	"net/url"
	"os"
	"strings"
)

// Traces say where traces are sent: OpenTelemetry's own settings, by its names.
type Traces struct {
	Endpoint       string `name:"otlp-endpoint" help:"Base address of an OpenTelemetry collector, such as http://127.0.0.1:4318. It gets traces by OTLP over HTTP, at /v1/traces. Empty: no traces." env:"OTEL_EXPORTER_OTLP_ENDPOINT" placeholder:"URL"`
	TracesEndpoint string `name:"otlp-traces-endpoint" help:"The whole address for traces, where it is another one." env:"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT" placeholder:"URL"`
}

// Validate refuses addresses that cannot work, and a protocol that is not spoken. The
// command line calls it.
func (t Traces) Validate() error {
	for name, value := range map[string]string{"--otlp-endpoint": t.Endpoint, "--otlp-traces-endpoint": t.TracesEndpoint} {
		if value == "" {
			continue
		}
		address, err := url.Parse(value)
		if err != nil || address.Host == "" || (address.Scheme != "http" && address.Scheme != "https") {
			return fmt.Errorf("%s is no http address; the collector's for OTLP over HTTP is meant, on port 4318 as a rule", name)
		}
	}
	return t.refuseProtocol()
}

// refuseProtocol keeps traces from being sent to where another protocol is expected.
func (t Traces) refuseProtocol() error {
	for _, variable := range []string{"OTEL_EXPORTER_OTLP_PROTOCOL", "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL"} {
		if protocol := os.Getenv(variable); t.URL() != "" && protocol == "grpc" {
			return fmt.Errorf("%s is grpc; traces are sent by http/protobuf, for which collectors listen on port 4318 as a rule", variable)
		}
	}
	return nil
}

// URL is the address that takes traces; empty: nowhere.
func (t Traces) URL() string {
	if t.TracesEndpoint != "" || t.Endpoint == "" {
		return t.TracesEndpoint
	}
	return strings.TrimRight(t.Endpoint, "/") + "/v1/traces"
}
