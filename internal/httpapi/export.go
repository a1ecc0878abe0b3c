package httpapi

import (
	"context"
	"fmt"
	"io"

	"github.com/danielgtaylor/huma/v2"
)

// export sends a ZIP with all data of a business.
func (c controlPanelCalls) export(ctx context.Context, in *IDInput) (*huma.StreamResponse, error) {
	file := largeFile{contentType: "application/zip", name: fmt.Sprintf("negocio-%.8s.zip", in.ID), log: c.log}
	return file.send(func(out io.Writer) error { return c.cases.Exports.Write(ctx, actor(ctx), in.ID, out) })
}
