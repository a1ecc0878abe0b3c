// Package tracestest provides an OTLP collector for tests.
package tracestest

import (
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	collectorpb "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	common "go.opentelemetry.io/proto/otlp/common/v1"
	"google.golang.org/protobuf/proto"
)

// Span is a received span. A root has no Parent.
type Span struct {
	Name, Trace, ID, Parent string
	Attributes              map[string]string
	Failed                  bool
	Extras                  int // events, links and letters of the status message; should be zero
}

// Collector receives spans.
type Collector struct {
	URL string

	t        testing.TB
	mutex    sync.Mutex
	spans    []Span
	resource map[string]string
}

// New returns a collector that runs until the test ends.
func New(t testing.TB) *Collector {
	t.Helper()
	c := &Collector{t: t}
	server := httptest.NewServer(c)
	t.Cleanup(server.Close)
	c.URL = server.URL + "/v1/traces"
	return c
}

// Spans returns the spans received so far.
func (c *Collector) Spans() []Span {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return append([]Span(nil), c.spans...)
}

// Resource returns the last resource attributes.
func (c *Collector) Resource() map[string]string {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.resource
}

func (c *Collector) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var request collectorpb.ExportTraceServiceRequest
	body, err := io.ReadAll(r.Body)
	if err == nil {
		err = proto.Unmarshal(body, &request)
	}
	if err != nil || r.URL.Path != "/v1/traces" || r.Header.Get("Content-Type") != "application/x-protobuf" {
		c.t.Errorf("%s received %q: %v", r.URL, r.Header, err)
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	c.keep(&request)
}

func (c *Collector) keep(request *collectorpb.ExportTraceServiceRequest) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for _, resource := range request.GetResourceSpans() {
		c.resource = readAttributes(resource.GetResource().GetAttributes())
		for _, scope := range resource.GetScopeSpans() {
			for _, span := range scope.GetSpans() {
				c.spans = append(c.spans, Span{
					Name: span.GetName(), Trace: hex.EncodeToString(span.GetTraceId()), ID: hex.EncodeToString(span.GetSpanId()),
					Parent: hex.EncodeToString(span.GetParentSpanId()), Attributes: readAttributes(span.GetAttributes()),
					Failed: span.GetStatus().GetCode() != 0, Extras: len(span.GetEvents()) + len(span.GetLinks()) + len(span.GetStatus().GetMessage()),
				})
			}
		}
	}
}

func readAttributes(attributes []*common.KeyValue) map[string]string {
	values := map[string]string{}
	for _, attribute := range attributes {
		switch value := attribute.GetValue().GetValue().(type) {
		case *common.AnyValue_StringValue:
			values[attribute.GetKey()] = value.StringValue
		case *common.AnyValue_IntValue:
			values[attribute.GetKey()] = fmt.Sprint(value.IntValue)
		default:
			values[attribute.GetKey()] = attribute.GetValue().String()
		}
	}
	return values
}
