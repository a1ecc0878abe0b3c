package config

import (
	"fmt"
	"net/url"
	"os"
	"strings"
)

// Traces configures tracing by OpenTelemetry's environment variables.
type Traces struct {
	Endpoint       string `name:"otlp-endpoint" help:"Base address of an OpenTelemetry collector, such as http://127.0.0.1:4318. Traces go by OTLP over HTTP to /v1/traces. Empty: no traces." env:"OTEL_EXPORTER_OTLP_ENDPOINT" placeholder:"URL"`
	TracesEndpoint string `name:"otlp-traces-endpoint" help:"Complete URL for traces, if it differs from the base address." env:"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT" placeholder:"URL"`
}

// Validate refuses invalid URLs and unsupported protocols.
func (t Traces) Validate() error {
	for name, value := range map[string]string{"--otlp-endpoint": t.Endpoint, "--otlp-traces-endpoint": t.TracesEndpoint} {
		if value == "" {
			continue
		}
		address, err := url.Parse(value)
		if err != nil || address.Host == "" || (address.Scheme != "http" && address.Scheme != "https") {
			return fmt.Errorf("%s is not an http or https URL; use the collector's OTLP/HTTP URL, usually on port 4318", name)
		}
	}
	return t.refuseProtocol()
}

func (t Traces) refuseProtocol() error {
	for _, variable := range []string{"OTEL_EXPORTER_OTLP_PROTOCOL", "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL"} {
		if protocol := os.Getenv(variable); t.URL() != "" && protocol == "grpc" {
			return fmt.Errorf("%s is grpc; traces are sent by http/protobuf, usually to port 4318", variable)
		}
	}
	return nil
}

// URL returns the traces endpoint, or "".
func (t Traces) URL() string {
	if t.TracesEndpoint != "" || t.Endpoint == "" {
		return t.TracesEndpoint
	}
	return strings.TrimRight(t.Endpoint, "/") + "/v1/traces"
}
