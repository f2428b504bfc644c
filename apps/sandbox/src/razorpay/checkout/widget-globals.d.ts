/** Content of widget.css. The route that serves the script defines it. */
declare const checkoutStyles: string;
